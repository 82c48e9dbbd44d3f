"""The keys of a game by post: each seat has a pair, its private half locked by its PIN.

The key of the game follows from the private key of one seat and the public key of the other, so that it
is never sent, and either seat finds it with its own PIN alone. Whoever has a file and guesses a PIN has
it, too: each guess costs him what it costs the player, a tenth of a second.
"""

from __future__ import annotations

from os import urandom

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from grognard.engines.core.data.frozen import record

COST, BLOCK, LANES = 2**15, 8, 1
"""What one try of a PIN costs: 32 MiB and about a tenth of a second."""
SALT, NONCE, KEY = 16, 12, 32
LEAST_PIN = 4
"""A PIN has at least so many letters."""


class WrongPin(ValueError):  # noqa: N818 - what it is
    """A PIN is not the one of the seat."""


@record
class SeatKey:
    """The keys of a seat as they travel: `public` for everybody, `locked` to be opened by its PIN; in hex."""

    public: str
    locked: str


@record
class OwnKey:
    """The private key of a seat, once its PIN was given; it is never written."""

    private: bytes

    def game_key(self, other: SeatKey, game: str) -> bytes:
        """Return the key of a game: that of the other seat finds the same.

        Raises:
            ValueError: the other key is none.
        """
        own = X25519PrivateKey.from_private_bytes(self.private)
        shared = own.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(other.public)))
        return _derived(shared, game, "file")

    def number(self, game: str) -> str:
        """Return the number that this seat brings to the dice of a game."""
        return _derived(self.private, game, "number").hex()


def new_key(pin: str, game: str, seat: str) -> tuple[SeatKey, OwnKey]:
    """Make the keys of a seat: as they travel, the private one locked by its PIN, and as they are used."""
    own = X25519PrivateKey.generate()
    salt, nonce = urandom(SALT), urandom(NONCE)
    locked = ChaCha20Poly1305(_stretched(pin, salt)).encrypt(
        nonce, own.private_bytes_raw(), f"{game} {seat}".encode()
    )
    public = own.public_key().public_bytes_raw().hex()
    return SeatKey(public, (salt + nonce + locked).hex()), OwnKey(own.private_bytes_raw())


def unlocked(key: SeatKey, pin: str, game: str, seat: str) -> OwnKey:
    """Open the private key of a seat.

    Raises:
        WrongPin: the PIN is another, or what is locked is damaged.
    """
    try:
        locked = bytes.fromhex(key.locked)
        salt, nonce, rest = locked[:SALT], locked[SALT : SALT + NONCE], locked[SALT + NONCE :]
        opened = ChaCha20Poly1305(_stretched(pin, salt)).decrypt(
            nonce, rest, f"{game} {seat}".encode()
        )
        public = X25519PrivateKey.from_private_bytes(opened).public_key().public_bytes_raw().hex()
    except (InvalidTag, ValueError) as wrong:
        raise WrongPin from wrong
    if public != key.public:
        raise WrongPin
    return OwnKey(opened)


def promise_of(number: str, game: str) -> str:
    """Return the hash by which a seat binds itself to its number before it hears the other one."""
    return _hashed("promise", game, number)


def seed_of(game: str, first: str, second: str) -> str:
    """Return the seed of the dice, which neither seat could choose."""
    return _hashed("seed", game, first, second)


def sealed(key: bytes, data: bytes, bound: bytes) -> bytes:
    """Encrypt some bytes; they can be opened only beside what they are `bound` to."""
    nonce = urandom(NONCE)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, data, bound)


def opened(key: bytes, data: bytes, bound: bytes) -> bytes:
    """Decrypt what `sealed` has made.

    Raises:
        ValueError: another key, or what was sealed has been changed.
    """
    try:
        return ChaCha20Poly1305(key).decrypt(data[:NONCE], data[NONCE:], bound)
    except InvalidTag as wrong:
        message = "it was changed, or sealed by another key"
        raise ValueError(message) from wrong


def _stretched(pin: str, salt: bytes) -> bytes:
    kdf = Scrypt(salt=salt, length=KEY, n=COST, r=BLOCK, p=LANES)
    return kdf.derive(pin.encode("utf-8", "surrogatepass"))


def _derived(secret: bytes, game: str, use: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=KEY, salt=game.encode(), info=f"grognard {use}".encode())
    return kdf.derive(secret)


def _hashed(*words: str) -> str:
    digest = Hash(SHA256())
    digest.update("|".join(("grognard", *words)).encode())
    return digest.finalize().hex()
