"""The PIN of a seat: kept as a salted hash, so that reading a save does not tell it.

It keeps the seats of one table apart, no more: a save is readable by whoever has the file.
"""

from __future__ import annotations

from hmac import compare_digest
from os import urandom

SCHEME = "scrypt"
COST, BLOCK, LANES = 2**14, 8, 1
"""What one hash costs: 16 MiB and some hundredths of a second."""
SALT = 16


def hash_pin(pin: str) -> str:
    """Return what is kept of a PIN: the scheme, a new salt and the hash."""
    salt = urandom(SALT)
    return f"{SCHEME}:{salt.hex()}:{_hashed(pin, salt)}"


def pin_fits(pin: str, kept: str) -> bool:
    """Whether `pin` is the one of which `hash_pin` made `kept`; nothing fits what is damaged."""
    scheme, _, rest = kept.partition(":")
    salt, _, hashed = rest.partition(":")
    try:
        known = bytes.fromhex(salt)
    except ValueError:
        return False
    if scheme != SCHEME or len(known) != SALT:
        return False
    return compare_digest(_hashed(pin, known).encode(), hashed.encode("utf-8", "replace"))


def _hashed(pin: str, salt: bytes) -> str:
    # Imported when a PIN is asked for: the library opens without it.
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    made = Scrypt(salt=salt, length=32, n=COST, r=BLOCK, p=LANES)
    return made.derive(pin.encode("utf-8", "surrogatepass")).hex()
