// Slips in body_hash (interface 5.2, 5.3 rule 3): its encoding, its algorithm, or the bytes that were hashed.
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const BODY_HASH_SLIPS = {
  'body-hash': {
    'body-hash-hex': [
      '5.2: body_hash is hexadecimal; it must be base64url.',
      'Encode the 32 bytes of the hash with base64url without padding.',
    ],
    'body-hash-padded': ['5.2: body_hash is padded with "=".', 'Remove the padding.'],
    'body-hash-standard-alphabet': [
      '5.2: body_hash uses the standard base64 alphabet with "+" and "/".',
      'Use the base64url alphabet with "-" and "_".',
    ],
    'body-hash-base64-of-hex': [
      '5.2: body_hash encodes the hexadecimal text of the hash.',
      'Encode the 32 bytes of the hash, not their hexadecimal text.',
    ],
    'body-hash-prefixed': [
      '5.2: body_hash carries the name of its algorithm.',
      'Send the base64url text of the hash alone.',
    ],
    'body-hash-md5': ['5.2: body_hash is made with MD5; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-sha-1': ['5.2: body_hash is made with SHA-1; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-sha-384': ['5.2: body_hash is made with SHA-384; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-sha-512': ['5.2: body_hash is made with SHA-512; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-sha3-256': ['5.2: body_hash is made with SHA3-256; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-twice': ['5.2: body_hash is the hash of a hash.', 'Hash the body once.'],
    'body-hash-truncated': ['5.2: body_hash is cut off.', 'Send all 43 characters.'],
    'body-hash-is-body': ['5.2: body_hash is the body itself.', 'Hash the body with SHA-256 and encode the hash.'],
    'body-hash-blank': [
      '5.3.3: body_hash is empty or null; without a body it is the hash of the empty byte sequence.',
      'Send 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU when there is no body.',
    ],
    'body-hash-of-nothing': [
      '5.2: body_hash is that of an empty body, but a body was sent.',
      'Hash the bytes that are sent; hash before a stream is consumed.',
    ],
    'body-hash-of-braces': [
      '5.3.3: body_hash is that of "{}" or another empty value, not of what was sent.',
      'Hash the empty byte sequence when there is no body.',
    ],
    'body-hash-of-null': [
      '5.3.3: body_hash is that of a word such as "null" or "undefined", not of what was sent.',
      'Hash the empty byte sequence when there is no body.',
    ],
    'body-hash-of-query': [
      '5.2: body_hash is the hash of the query or the path.',
      'Hash the body alone; the query is signed in the member path.',
    ],
    'body-hash-final-newline': [
      '5.2: The hashed body and the sent one differ in a line break at the end.',
      'Hash the bytes that are sent; check how the body was read from a file or a shell.',
    ],
    'body-hash-line-endings': [
      '5.2: The hashed body and the sent one differ in their line endings.',
      'Hash the bytes that are sent; do not open the body in text mode.',
    ],
    'body-hash-byte-order-mark': [
      '5.2: The hashed body and the sent one differ in a byte order mark.',
      'Hash the bytes that are sent.',
    ],
    'body-hash-latin-1': [
      '5.2: The body was hashed in Latin-1 and sent in UTF-8.',
      'Encode the body to UTF-8 once, then hash and send those bytes.',
    ],
    'body-hash-utf-16': [
      '5.2: The body was hashed in UTF-16 and sent in UTF-8.',
      'Encode the body to UTF-8 once, then hash and send those bytes.',
    ],
    'body-hash-pretty': [
      '5.2: The body was hashed with indentation and sent without.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-compact': [
      '5.2: The body was hashed without white space and sent with it.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-spaced': [
      '5.2: The body was hashed with a blank after commas and colons and sent without.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-sorted': [
      '5.2: The body was hashed with its members in another order than it was sent.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-escaped': [
      '5.2: Of the hashed body and the sent one, one writes characters as escapes such as \\u00e9 and the other as they are.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-slashes': [
      '5.2: Of the hashed body and the sent one, one writes "\\/" for slashes and the other writes them as they are.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-numbers': [
      '5.2: The body was hashed with numbers where decimal strings were sent, or the other way round.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-form': [
      '5.2: The body was hashed as a form and sent as JSON, or the other way round.',
      'Hash the bytes that are sent.',
    ],
    'body-hash-text-of-text': [
      '5.2: Of the hashed body and the sent one, one is a JSON string that holds the other: the JSON was serialised twice.',
      'Hash the bytes that are sent; do not serialise text that is already JSON.',
    ],
    'body-hash-mismatch': [
      '5.2: body_hash is not the hash of the body that was sent.',
      'Hash the exact bytes that are sent; check for a proxy or a middleware that changes the body.',
    ],
  },
} as const;
