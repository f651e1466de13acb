"""What players read, by refusal code: Italian first, English second."""

from types import MappingProxyType
from typing import Final

from circolo.refusal import Code

TEXTS: Final = MappingProxyType(
    {
        Code.DEAL_OVER: ("La smazzata è finita.", "The deal is over."),
        Code.MUST_DRAW: ("Prima pesca dal tallone o raccogli gli scarti.", "Draw or take the discard pile first."),
        Code.ALREADY_DRAWN: ("Hai già pescato in questo turno.", "You have already drawn this turn."),
        Code.NO_SUCH_MELD: ("La tua linea non ha questa combinazione.", "Your side has no such meld."),
        Code.NOT_IN_HAND: ("Non hai queste carte in mano.", "You do not hold these cards."),
        Code.BAD_MELD: (
            "Queste carte non formano una sequenza o una combinazione valida.",
            "These cards are neither a valid sequence nor a valid set.",
        ),
        Code.SECOND_SET: (
            "Hai già una combinazione di questo valore: aggiungi le carte a quella.",
            "Your side already has a set of this rank: add the cards to it.",
        ),
        Code.BARRED_DISCARD: (
            "Non puoi scartare l'unica carta che hai appena raccolto: scartane un'altra.",
            "You may not discard the single card you have just taken: discard another.",
        ),
        Code.NO_DISCARD_LEFT: (
            "Così non ti resterebbe uno scarto valido: tieni almeno una carta in più.",
            "This would leave you no legal discard: keep at least one more card.",
        ),
        Code.TABLE_NOT_FOUND: ("Questo tavolo non esiste.", "This table does not exist."),
        Code.TABLE_FULL: ("Il tavolo è al completo.", "The table is full."),
        Code.WRONG_PHASE: ("In questo momento al tavolo non si può.", "The table does not allow this now."),
        Code.NOT_SEATED: ("Non sei seduto a questo tavolo.", "You do not sit at this table."),
        Code.ALREADY_SEATED: (
            "Sei già seduto a un tavolo: torna a quello o lascialo.",
            "You already sit at a table: return to it or leave it.",
        ),
        Code.NO_SUCH_SEAT: ("Questo tavolo non ha quel posto.", "This table has no such seat."),
        Code.SEAT_TAKEN: ("Questo posto è già occupato: scegline un altro.", "This seat is taken: choose another."),
        Code.NOT_INVITED: ("A questo tavolo ci si siede su invito.", "This table is by invitation."),
        Code.NOT_YOUR_TURN: ("Non è il tuo turno.", "It is not your turn."),
        Code.WRONG_DEAL: ("Questa mossa era per un'altra smazzata.", "This move was meant for another deal."),
        Code.WRONG_TURN: ("Questa mossa era per un altro turno.", "This move was meant for another turn."),
        Code.TURN_EXPIRED: ("Il tempo del turno era scaduto.", "The time for this turn had run out."),
        Code.SHEET_CLOSED: ("Hai già chiuso lo score.", "You have already closed the score sheet."),
        Code.SHEET_EXPIRED: ("Il tempo per chiudere lo score era scaduto.", "The time to close the sheet had run out."),
        Code.NUMBER_REUSED: ("Comando già usato con questo numero.", "This command number was already used."),
        Code.NUMBER_GAP: ("Manca un comando precedente.", "An earlier command is missing."),
        Code.UNKNOWN_RULEBOOK: ("Regolamento sconosciuto: scegli FIBUR o FITAB.", "Unknown rulebook: FIBUR or FITAB."),
        Code.BAD_DEALS: ("Si gioca su 2, 3 o 4 smazzate.", "A match has 2, 3 or 4 deals."),
        Code.BAD_SETTINGS: ("Queste scelte non vanno insieme.", "These settings do not go together."),
        Code.UNKNOWN_PLAYER: ("Nessun giocatore ha questo nickname.", "No player has this nickname."),
        Code.NICKNAME_REQUIRED: ("Scegli prima un nickname.", "Choose a nickname first."),
        Code.NICKNAME_INVALID: (
            "Il nickname ha da 3 a 16 lettere, cifre, punti, trattini o trattini bassi, e inizia con una lettera.",
            "A nickname has 3 to 16 letters, digits, dots, hyphens or underscores, and begins with a letter.",
        ),
        Code.NICKNAME_TAKEN: ("Questo nickname è già di un altro.", "This nickname is somebody else's."),
        Code.NICKNAME_FIXED: ("Hai già un nickname e non si cambia.", "You already have a nickname; it stays."),
        Code.MALFORMED: ("Messaggio illeggibile.", "Unreadable message."),
        Code.TOO_LARGE: ("Messaggio troppo lungo.", "Message too long."),
        Code.UNKNOWN_COMMAND: ("Comando sconosciuto.", "Unknown command."),
        Code.BAD_FIELD: ("Un campo del messaggio non è valido.", "A field of the message is not valid."),
        Code.WRONG_CHANNEL: ("Comando sulla connessione sbagliata.", "Command on the wrong connection."),
        Code.TOO_FREQUENT: ("Troppi messaggi: rallenta.", "Too many messages: slow down."),
        Code.TOKEN_EXPIRED: ("La sessione è scaduta: accedi di nuovo.", "Your session has expired: sign in again."),
        Code.BUSY: ("Il servizio è occupato: riprova tra poco.", "The service is busy: try again shortly."),
    }
)
"""(Italian, English) of every code."""
