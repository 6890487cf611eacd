"""Verifies answers of Claros: python3 verify.py PUBKEY answer.json ...

It follows ../verifying.md step by step. It needs Python 3.9 and the package `cryptography`, and no network.
It knows strings that carry the hash of the content, and prices; for the other types of string see section 3.
"""

import base64
import hashlib
import json
import math
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256

ENVELOPE = {
    "canonical", "canonicalstring", "signature", "signingScheme", "signing_scheme", "pubkey",
    "contentHash", "contentSignature", "quoteId",
}
REPEATED = {"canonicalstring": "canonical", "signing_scheme": "signingScheme"}
HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0
LEVELS = 64
SMALL_ORDER = {
    "00" * 32, "01" + "00" * 31,
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
}


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).digest()


# RFC 8785


def number(value):
    """A double as ECMAScript writes it: Python differs in exponents, and writes 1.0 for 1."""
    if not math.isfinite(value):
        raise ValueError("not a number of JSON")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, exponent = ("%r" % abs(value)).lower(), 0
    if "e" in mantissa:
        mantissa, power = mantissa.split("e")
        exponent = int(power)
    whole, _, rest = mantissa.partition(".")
    point = len(whole) + exponent
    digits = whole + rest
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = "e%+d" % (point - 1)
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + power


def text(value):
    value.encode("utf-8")  # refuses half a character
    return json.dumps(value, ensure_ascii=False)


def jcs(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return number(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(jcs, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(text(name) + ":" + jcs(value[name]) for name in names) + "}"


def once(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return members


def refuse(constant):
    raise ValueError(constant + " is not JSON")


def levels(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(levels, inner), default=0)


def parse(document):
    """All numbers as doubles, which is what they are in JSON to a signer in JavaScript."""
    body = json.loads(document, object_pairs_hook=once, parse_int=float, parse_constant=refuse)
    if not isinstance(body, dict):
        raise ValueError("not an object")
    if levels(body) > LEVELS:
        raise ValueError("nested too deeply")
    return body


# Signatures


def is_weak(key):
    """Whether one signature fits many texts under this key of Ed25519, or it is spelled in a second way."""
    y = key[:31] + bytes([key[31] & 0x7F])
    return y.hex() in SMALL_ORDER or (y[0] >= 0xEC and y[1:] == b"\xff" * 30 + b"\x7f")


def is_signed(body, statement, signature):
    try:
        if not re.fullmatch("[0-9a-f]+", body["pubkey"]):
            return False
        key, raw = bytes.fromhex(body["pubkey"]), base64.b64decode(signature, validate=True)
        if base64.b64encode(raw).decode() != signature:
            return False
        digest = sha256(statement)
        if body["signingScheme"] == "ed25519":
            if len(key) != 32 or is_weak(key):
                return False
            ed25519.Ed25519PublicKey.from_public_bytes(key).verify(raw, digest)
            return True
        if body["signingScheme"] != "secp256k1_ecdsa" or len(key) != 33:
            return False
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256K1(), key)
        point.verify(raw, digest, ec.ECDSA(utils.Prehashed(SHA256())))
        return utils.decode_dss_signature(raw)[1] <= HALF_ORDER
    except (InvalidSignature, KeyError, TypeError, ValueError):
        return False


def says(value, position):
    """Whether a member, in its own type, is what a position of a string shows."""
    if isinstance(value, list):
        return value == position.split(",")
    return (number(value) if isinstance(value, float) else value) == position


PRICE = {
    "domain": str, "price": str, "currency": str, "decimals": float, "sources": list, "method": str, "timestamp": float,
}


def is_price(body, positions):
    members = [(body.get(name), kind) for name, kind in PRICE.items()]
    return (
        len(positions) == 10
        and positions[:2] == ["v1", "PRICE"]
        and all(type(value) is kind and says(value, at) for (value, kind), at in zip(members, positions[2:9]))
    )


def faults_of(body, pubkey):
    """Every fault of an answer; an empty list if there is none."""
    faults = []

    def check(holds, fault):
        if not holds:
            faults.append(fault)

    canonical = body.get("canonical")
    canonical = canonical if isinstance(canonical, str) else ""
    positions = canonical.split("|")
    check(body.get("pubkey") == pubkey, "signed by another key")
    check(is_signed(body, canonical, body.get("signature")), "signature of the string")

    digest = hashlib.sha256(jcs({k: v for k, v in body.items() if k not in ENVELOPE}).encode("utf-8")).hexdigest()
    check(body.get("contentHash") == digest, "hash of the content")
    carried = next((each for each in positions if each.startswith("SHA256:")), None)
    if carried:
        check(carried == "SHA256:" + digest, "hash in the string")
    if not carried or "contentSignature" in body:
        stated = is_signed(body, "claros-content-v1|" + digest, body.get("contentSignature"))
        check(stated, "signature of the content")

    if carried:
        time = body.get("timestamp")
        check(len(positions) > 1 and isinstance(time, float) and says(time, positions[-2]), "time of the string")
    else:
        check(is_price(body, positions), "fields of the string")
    for name, of in REPEATED.items():
        if name in body:
            check(body[name] == body.get(of), "repeated " + name)
    if "quoteId" in body:
        check(body["quoteId"] == digest[:16], "quote id")
    return faults


def main(pubkey, *files):
    failed = False
    for file in files:
        try:
            with open(file, encoding="utf-8") as document:
                faults = faults_of(parse(document.read()), pubkey)
        except (OSError, RecursionError, ValueError) as problem:
            faults = ["unreadable (%s)" % type(problem).__name__]
        failed = failed or bool(faults)
        print("FAIL  %s: %s" % (file, ", ".join(faults)) if faults else "ok    " + file)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python3 verify.py PUBKEY answer.json ...")
    sys.exit(main(*sys.argv[1:]))
