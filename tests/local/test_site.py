"""What the server answers over HTTP: pages, issuer, and where things are."""

import json
import urllib.error
import urllib.request

import jwt
import pytest


def got(url, data=None):
    request = urllib.request.Request(url, data=None if data is None else json.dumps(data).encode())
    with urllib.request.urlopen(request, timeout=5) as response:
        return response.headers.get_content_type(), response.read().decode()


def status(url, data=None):
    with pytest.raises(urllib.error.HTTPError) as error:
        got(url, data)
    return error.value.code


def test_the_page_is_at_the_root_and_its_files_beside_it(stack):
    assert got(f"{stack.url}/") == ("text/html", "<p>toy</p>\n")
    assert got(f"{stack.url}/page.js")[0] in ("text/javascript", "application/javascript")


def test_nothing_outside_the_pages_is_served(stack):
    assert status(f"{stack.url}/../template.yaml") in (403, 404)
    assert status(f"{stack.url}/%2e%2e/template.yaml") in (403, 404)


def test_the_page_is_told_where_socket_and_tokens_are(stack):
    assert json.loads(got(f"{stack.url}/config.json")[1]) == {"socket": "/toy", "token": "/issuer/token"}


def test_the_stage_over_plain_http_asks_for_an_upgrade(stack):
    assert status(f"{stack.url}/toy") == 426


def test_a_token_of_the_issuer_is_verified_by_its_published_keys(stack):
    discovery = json.loads(got(f"{stack.issuer.url}/.well-known/openid-configuration")[1])
    asked = {"subject": "anna", "roles": ["moderator"], "ttl": 60}
    token = json.loads(got(f"{stack.issuer.url}/token", asked)[1])["token"]

    key = jwt.PyJWKClient(discovery["jwks_uri"]).get_signing_key_from_jwt(token)
    claims = jwt.decode(
        token,
        key,
        ["RS256"],
        audience="circolo",
        issuer=discovery["issuer"],
        options={"verify_exp": False, "verify_iat": False},
    )

    now = stack.clock() // 1000
    assert claims == {
        "iss": stack.issuer.url,
        "aud": "circolo",
        "sub": "anna",
        "roles": ["moderator"],
        "iat": now,
        "exp": now + 60,
    }


@pytest.mark.parametrize("asked", [{}, {"subject": ""}, {"subject": 5}, ["anna"], {"subject": "anna", "ttl": "soon"}])
def test_a_token_asked_for_badly_is_refused(stack, asked):
    assert status(f"{stack.issuer.url}/token", asked) == 400
