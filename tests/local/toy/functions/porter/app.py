"""Lets in who shows a good token as the second subprotocol; ``outcast`` is denied by policy, ``nobody`` breaks it."""

import jwt


def start(environ, clock):
    keys = jwt.PyJWKClient(environ["TOKEN_KEYS_URL"])

    def claims_of(token):
        key = keys.get_signing_key_from_jwt(token)
        claims = jwt.decode(
            token,
            key,
            algorithms=["RS256"],
            audience=environ["TOKEN_AUDIENCE"],
            issuer=environ["TOKEN_ISSUER"],
            options={"verify_exp": False, "verify_iat": False},
        )
        if claims["exp"] * 1000 <= clock():
            raise jwt.ExpiredSignatureError
        return claims

    def invoke(event, context):
        header = event["headers"]["Sec-WebSocket-Protocol"]
        try:
            claims = claims_of(header.split(",")[1].strip())
        except (jwt.PyJWTError, IndexError):
            raise Exception("Unauthorized") from None
        if claims["sub"] == "nobody":
            raise ValueError("broken")
        effect = "Deny" if claims["sub"] == "outcast" else "Allow"
        statement = {"Action": "execute-api:Invoke", "Effect": effect, "Resource": event["methodArn"]}
        return {
            "principalId": claims["sub"],
            "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
            "context": {"roles": " ".join(claims["roles"]), "expires": claims["exp"], "new": True},
        }

    return invoke


def handler(event, context):
    raise NotImplementedError


handler.start = start  # type: ignore[attr-defined]
