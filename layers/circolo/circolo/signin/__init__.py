"""Who connects: sign-in tokens of an OpenID Connect issuer, verified when a socket opens.

``identity`` is the pure part (claims to person), ``keys`` the issuer's published keys,
``token`` the signature, ``connect`` the authorizer's event and answer.
"""
