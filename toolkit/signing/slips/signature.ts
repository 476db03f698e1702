// Slips in what was signed and by which key (interface 5.1, 5.3 rule 1), and what a key may do (5.3, rules 9 and 10).
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const SIGNATURE_SLIPS = {
  signature: {
    'signed-data-text': [
      '5.3.1: The text of SVC-DATA was signed; the decoded payload bytes must be.',
      'Sign the payload bytes before they are encoded.',
    ],
    'signed-padded-data': [
      '5.3.1: The padded or standard base64 text of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes before they are encoded.',
    ],
    'signed-hex-text': [
      '5.3.1: The hexadecimal text of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes themselves.',
    ],
    'signed-sha-256': [
      '5.3.1: The SHA-256 hash of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes; Ed25519 hashes by itself.',
    ],
    'signed-sha-256-hex': [
      '5.3.1: The hexadecimal SHA-256 hash of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes; Ed25519 hashes by itself.',
    ],
    'signed-sha-256-base64': [
      '5.3.1: The base64 text of the SHA-256 hash of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes; Ed25519 hashes by itself.',
    ],
    'signed-sha-512': [
      '5.3.1: The SHA-512 hash of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes; Ed25519 hashes by itself.',
    ],
    'signed-ed25519ph': [
      '5.3.1: The signature is of the prehashed variant Ed25519ph.',
      'Use plain Ed25519 (PureEdDSA).',
    ],
    'signed-body': [
      '5.3.1: The body was signed; the payload bytes must be.',
      'Sign the payload, which holds the hash of the body.',
    ],
    'signed-body-hash': [
      '5.3.1: The body hash was signed; the payload bytes must be.',
      'Sign the payload, which holds the hash of the body.',
    ],
    'signed-concatenation': [
      '5.3.1: Parts of the request were joined and signed; the payload bytes must be.',
      'Sign the bytes that SVC-DATA encodes.',
    ],
    'signed-path': ['5.3.1: The path was signed; the payload bytes must be.', 'Sign the bytes that SVC-DATA encodes.'],
    'signed-nothing': [
      '5.3.1: The empty message was signed.',
      'Sign the bytes that SVC-DATA encodes; check that the buffer was filled.',
    ],
    'signed-final-newline': [
      '5.3.1: The payload and what was signed differ in a line break at the end.',
      'Sign exactly the bytes that SVC-DATA encodes.',
    ],
    'signed-final-zero': [
      '5.3.1: The payload was signed with a zero byte at its end.',
      'Sign the length of the text without its terminator.',
    ],
    'signed-byte-order-mark': [
      '5.3.1: The payload and what was signed differ in a byte order mark before it.',
      'Sign exactly the bytes that SVC-DATA encodes.',
    ],
    'signed-utf-16': [
      '5.3.1: The payload was signed in UTF-16.',
      'Sign exactly the UTF-8 bytes that SVC-DATA encodes.',
    ],
    'signed-other-spacing': [
      '5.3.1: The payload was signed with other white space than SVC-DATA holds.',
      'Serialise the payload once, then sign and encode those bytes.',
    ],
    'signed-other-order': [
      '5.3.1: The payload was signed with its members in another order than in SVC-DATA.',
      'Serialise the payload once, then sign and encode those bytes.',
    ],
    'signed-escaped': [
      '5.3.1: The payload was signed with other escapes than SVC-DATA holds.',
      'Serialise the payload once, then sign and encode those bytes.',
    ],
    'signed-json-twice': [
      '5.3.1: The payload was signed as a JSON string that holds the payload.',
      'Sign the bytes that SVC-DATA encodes.',
    ],
    'signed-other-key': [
      '5.3.10: The signature is that of another registered key.',
      'Use the private key that belongs to the API key of the request.',
    ],
    'signature-unexplained': [
      '5.3.1: The signature fits no message and no key that are known.',
      'Check that the private key belongs to the API key, and that exactly the bytes of SVC-DATA are signed.',
    ],
    'signature-reversed': [
      '5.1: The bytes of the signature are in reverse order.',
      'Send R and S as RFC 8032 writes them, little-endian.',
    ],
    'signature-halves-swapped': ['5.1: The halves of the signature, R and S, are swapped.', 'Send R first, then S.'],
  },
  access: {
    'account-not-permitted': [
      '5.3.9: The API key may not use this account.',
      'Use an account of this key, or give the key access to the account.',
    ],
    'source-not-permitted': [
      '5.3.9: The API key may not be used from this source address.',
      'Send from a permitted address, or permit this one.',
    ],
    'scope-not-permitted': [
      '5.3.9: The API key lacks the permission for this operation.',
      'Give the key the permission, or use another key.',
    ],
  },
} as const;
