"""Reads cases from standard input: token, operation, signature and body, separated by tabs."""
import json
import sys

from signing import sign_request, verify_callback

for line in sys.stdin.buffer:
    token, operation, signature, body = line.decode().rstrip("\n").split("\t")
    if operation == "sign":
        sent, signed = sign_request(json.loads(body), token)
        print(signed, sent.decode(), sep="\t")
    else:
        print(str(verify_callback(body.encode(), signature or None, token)).lower())
