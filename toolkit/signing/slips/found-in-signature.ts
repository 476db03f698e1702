// Slips of body hash and signature that only the doctor's recognition and searches tell (interface 5.2, 5.3): no service can tell them
// from others, so nothing makes them on purpose. Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the
// tables.

export const FOUND_IN_SIGNATURE = {
  'body-hash': {
    'body-hash-placeholder': [
      '5.2: body_hash is not a value but what stands for one, such as undefined or [object Promise].',
      'Await or fill in the hash before the payload is written.',
    ],
    'body-placeholder': [
      '5.2: The body that was sent is not JSON but what a language prints of an object, such as [object Object].',
      'Send the serialised text that was hashed, not the object.',
    ],
    'body-hash-no-hash': [
      '5.2: body_hash does not have the form of a SHA-256 hash in base64url: 43 characters.',
      'Write the SHA-256 of the body in base64url without padding.',
    ],
    'body-hash-truncated-input': [
      '5.2: Only the beginning of the body was hashed: its length was counted in characters, not in bytes.',
      'Hash every byte that is sent.',
    ],
    'body-hash-other-form': [
      '5.2: body_hash is not the base64url text of a hash, but another form of it or a constant.',
      'Encode the 32 bytes of the SHA-256 hash with base64url and write that text.',
    ],
    'body-hash-number-spelling': [
      '5.2: The body was hashed with its numbers spelled otherwise than they were sent, such as 1.1 for 1.10 or 1e-05 for 0.00001.',
      'Serialise the body once, then hash and send those bytes; do not read and print its numbers in between.',
    ],
    'body-cut': [
      '5.2: The body stops in the middle of its JSON: it was cut when it was sent, or in the capture.',
      'Give the length of the body in bytes, not in characters; a capture must hold the whole body.',
    ],
    'body-hash-of-other-bytes': [
      '5.2: The body was hashed with more or less than was sent, or in another encoding.',
      'Hash the bytes that are sent, and nothing else.',
    ],
    'body-hash-printed': [
      "5.2: body_hash is what a language prints of the value, such as b'…' or a list of bytes.",
      'Encode the 32 bytes with base64url and write that text.',
    ],
    'body-hash-base32': ['5.2: body_hash is base32; it must be base64url.', 'Encode the 32 bytes with base64url.'],
    'body-hash-base58': ['5.2: body_hash is base58; it must be base64url.', 'Encode the 32 bytes with base64url.'],
    'body-hash-base85': ['5.2: body_hash is base85; it must be base64url.', 'Encode the 32 bytes with base64url.'],
    'body-hash-uuencode': ['5.2: body_hash is uuencoded; it must be base64url.', 'Encode the 32 bytes with base64url.'],
    'body-lost': [
      '5.2: The request was sent without a body, and body_hash is that of some body.',
      'Look for what takes the body away: a redirect, a stream that was read before, a library that sends none with this method.',
    ],
    'body-hash-multibase': [
      '5.2: body_hash carries the letters that multibase or multihash put before a hash.',
      'Encode the 32 bytes of the hash alone.',
    ],
    'body-hash-blake2': ['5.2: body_hash is made with BLAKE2; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-sha-512-256': ['5.2: body_hash is made with SHA-512/256; it must be SHA-256.', 'Use SHA-256.'],
    'body-hash-other-algorithm': [
      '5.2: body_hash is made with another hash function; it must be SHA-256.',
      'Use SHA-256.',
    ],
    'body-hash-hmac': [
      '5.2: body_hash is an HMAC or another hash with a key; it must be the plain SHA-256 hash.',
      'Hash without a key.',
    ],
    'body-hash-of-text': [
      '5.2: body_hash is the hash of the body in an encoding, such as its base64 or hexadecimal text.',
      'Hash the bytes that are sent.',
    ],
    'body-hash-compressed': [
      '5.2: The body was hashed without the compression in which it was sent, or the other way round.',
      'Hash the bytes that are sent, after compression.',
    ],
    'body-hash-charset': [
      '5.2: The body was hashed in another character set than it was sent in.',
      'Encode the body to UTF-8 once, then hash and send those bytes.',
    ],
    'body-hash-mojibake': [
      '5.2: Of the hashed body and the sent one, one has letters that were read in another character set than they were written in, such as Ã¼ for ü.',
      'Keep the body as bytes from the moment it is written; name UTF-8 wherever bytes become text.',
    ],
    'body-hash-unicode-form': [
      '5.2: The body was hashed in another Unicode form than it was sent.',
      'Normalise before hashing, then hash and send those bytes.',
    ],
    'body-hash-of-printed': [
      '5.2: The object was hashed as a language prints it and sent as JSON.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-other-members': [
      '5.2: The body was hashed with other members, other names or another wrapping than it was sent.',
      'Serialise the body once, after everything was added to it; then hash and send those bytes.',
    ],
    'body-hash-null-members': [
      '5.2: The body was hashed with or without its members that are null.',
      'Serialise the body once, then hash and send those bytes.',
    ],
    'body-hash-of-payload': [
      '5.2: body_hash is the hash of another part of the request than its body.',
      'Hash the body alone.',
    ],
    'body-hash-final-zero': [
      '5.2: The body was hashed with zero bytes at its end.',
      'Hash the length of the text without its terminator or its buffer’s rest.',
    ],
    'body-hash-white-space': [
      '5.2: The hashed body and the sent one differ in white space at an end.',
      'Hash the bytes that are sent.',
    ],
  },
  'signature-encoding': {
    'sign-digest': [
      '5.1: SVC-SIGN is a hash or an HMAC, or as long as one, such as that of SHA-1 or SHA-384; it must be an Ed25519 signature of 64 bytes.',
      'Sign with Ed25519 and send its 64 bytes.',
    ],
    'sign-other-alphabet': [
      '5.3.2: SVC-SIGN is base64 in an alphabet of its own, with other marks than "-" and "_".',
      'Encode the signature with base64url.',
    ],
    'sign-printed': [
      "5.3.2: SVC-SIGN is what a language prints of the value, such as b'…' or a list of bytes.",
      'Decode bytes to base64url text before they become a header value.',
    ],
    'sign-placeholder': [
      '5.1: SVC-SIGN is not a value but what stands for one, such as undefined or [object Promise].',
      'Await or fill in the value before the header is set.',
    ],
    'sign-base32': ['5.3.2: SVC-SIGN is base32; it must be base64url.', 'Encode the 64 bytes with base64url.'],
    'sign-base58': ['5.3.2: SVC-SIGN is base58; it must be base64url.', 'Encode the 64 bytes with base64url.'],
    'sign-base85': ['5.3.2: SVC-SIGN is base85; it must be base64url.', 'Encode the 64 bytes with base64url.'],
    'sign-uuencode': ['5.3.2: SVC-SIGN is uuencoded; it must be base64url.', 'Encode the 64 bytes with base64url.'],
    'sign-other-curve': [
      '5.1: SVC-SIGN is as long as a signature of Ed448, or of ECDSA on a larger curve; it must be an Ed25519 signature of 64 bytes.',
      'Sign with the Ed25519 private key.',
    ],
    'sign-multibase': [
      '5.3.2: SVC-SIGN carries the letter that multibase puts before a text.',
      'Remove the first letter: base64url stands alone.',
    ],
    'sign-public-key-attached': [
      '5.1: SVC-SIGN holds the signature and the public key; it must be the signature alone.',
      'Send the 64 bytes of the signature.',
    ],
    'sign-public-key': [
      '5.1: SVC-SIGN holds the public key; it must be the signature.',
      'Send the 64 bytes that signing gives.',
    ],
    'sign-other-scheme': [
      '5.1: SVC-SIGN holds what another scheme sends, such as Basic, the HMAC of a webhook, a JWE, a UUID or a code; it must be an Ed25519 signature of 64 bytes.',
      'Sign the payload bytes with the Ed25519 private key, and send that signature in base64url.',
    ],
    'sign-shortened': [
      '5.1: SVC-SIGN is shortened for display, with dots or stars in its middle; the whole signature must be sent.',
      'Send the value itself, not what a log shows of it. If the capture alone shortens it, capture the request anew.',
    ],
    'sign-password-hash': [
      '5.1: SVC-SIGN is the hash of a password; it must be an Ed25519 signature of 64 bytes.',
      'Sign the payload bytes with the Ed25519 private key.',
    ],
    'sign-recoverable': [
      '5.1: SVC-SIGN is 65 bytes long, as the recoverable ECDSA signatures of wallets are; it must be an Ed25519 signature of 64 bytes.',
      'Sign with an Ed25519 private key, not with that of a wallet.',
    ],
    'sign-lossy': [
      '5.3.2: The bytes of the signature went through a text, which lost some of them.',
      'Keep the 64 bytes as bytes, and encode those with base64url.',
    ],
    'sign-utf-8': [
      '5.3.2: The bytes of the signature were taken for characters and encoded in UTF-8 before base64url.',
      'Keep the 64 bytes as bytes, and encode those with base64url.',
    ],
    'sign-wrapped': [
      '5.1: SVC-SIGN holds more than the signature: a structure around it, such as those of ASN.1, SSH or CBOR, or further bytes.',
      'Send the 64 bytes of the signature alone.',
    ],
    'sign-letter-case': [
      '5.3.2: The letters of SVC-SIGN were changed in case; base64url tells capitals from small letters.',
      'Leave the encoded text as it is.',
    ],
    'sign-is-data': [
      '5.1: SVC-SIGN holds the same text as SVC-DATA; it must be the signature.',
      'Send the 64 bytes that signing gives, in base64url.',
    ],
    'sign-half': [
      '5.1: SVC-SIGN holds 32 bytes: half a signature, a hash or an HMAC.',
      'Send the 64 bytes of an Ed25519 signature.',
    ],
  },
  signature: {
    'signature-rearranged': [
      '5.1: The bytes of the signature, or the letters of its text, were rearranged.',
      'Encode the 64 bytes with base64url in the order in which RFC 8032 has them, and leave the text as it is.',
    ],
    'sign-alphabet-swapped': [
      '5.3.2: SVC-SIGN has "-" and "_" in each other’s places.',
      'Replace "+" by "-" and "/" by "_", or use a function for base64url.',
    ],
    'signature-unreduced': [
      '5.1: S of the signature is not reduced: it is not below the order of the group, and verifies only once it is.',
      'Reduce S modulo L as RFC 8032, 5.1.6 has it, or sign with a library.',
    ],
    'signature-not-ed25519': [
      '5.1: SVC-SIGN holds 64 bytes that are no Ed25519 signature; HMAC-SHA512 and other algorithms make as many.',
      'Sign with Ed25519, and send what it gives unchanged.',
    ],
    'signed-without-members': [
      '5.3.1: The payload was signed with other members than SVC-DATA holds: one was added or taken out after signing.',
      'Sign exactly the bytes that SVC-DATA encodes.',
    ],
    'signed-other-member': [
      '5.3.1: The payload was signed with another value, type or name of a member than SVC-DATA holds: it was built twice.',
      'Build the payload once for each request, then sign and send those bytes.',
    ],
    'signed-other-timestamp': [
      '5.3.1: The payload was signed with another timestamp than SVC-DATA holds: one of the two was built later.',
      'Build the payload once for each request, then sign and send those bytes.',
    ],
    'signed-other-hash': [
      '5.3.1: A hash of the payload was signed, by another function than SHA-256; the payload bytes must be.',
      'Sign the payload bytes; Ed25519 hashes by itself.',
    ],
    'signed-hash-twice': [
      '5.3.1: The hash of a hash of the payload was signed; the payload bytes must be.',
      'Sign the payload bytes; Ed25519 hashes by itself.',
    ],
    'signed-query': [
      '5.3.1: The query was signed; the payload bytes must be.',
      'Sign the bytes that SVC-DATA encodes.',
    ],
    'signed-form': [
      '5.3.1: The members of the payload were signed in form encoding; the payload bytes must be.',
      'Sign the bytes that SVC-DATA encodes.',
    ],
    'signed-jws-input': [
      '5.3.1: The signing input of a JWS was signed: a header, a dot and SVC-DATA; the payload bytes must be.',
      'Sign with plain Ed25519, not with a JWS library.',
    ],
    'signed-printed': [
      '5.3.1: The payload was signed as a language prints the object, or its bytes.',
      'Sign exactly the bytes that SVC-DATA encodes.',
    ],
    'signed-ed25519ctx': [
      '5.3.1: The signature is of the variant Ed25519ctx, with a context.',
      'Use plain Ed25519 (PureEdDSA) without a context.',
    ],
    'signed-ed25519-other-hash': [
      '5.3.1: The signature is nearly Ed25519: another hash function stands inside it, as some ledgers have it, or other bytes are hashed there.',
      'Use the Ed25519 of RFC 8032; its public key is another one, so register that.',
    ],
    'signed-beside-other-public-key': [
      '5.3.1: The private key was used beside a public key that is not its own, which gives wrong signatures and can give the key away.',
      'Let the library make its key from the 32 bytes of the seed, never from halves that are put together; issue a new key.',
    ],
    'signed-part': [
      '5.3.1: A single part of the request was signed, such as the timestamp or the identifier; the payload bytes must be.',
      'Sign the bytes that SVC-DATA encodes.',
    ],
    'signed-enveloped': [
      '5.3.1: The payload was signed within what another standard puts around a message; the bare payload bytes must be.',
      'Sign the payload bytes with plain Ed25519, not with a tool for files, tokens or wallets.',
    ],
    'signed-respelled': [
      '5.3.1: A text made from the payload by several steps was signed; the payload bytes must be.',
      'Sign exactly the bytes that SVC-DATA encodes.',
    ],
    'signed-by-misread-key': [
      '5.1: The private key was read in another form than it was stored, so that another key signed.',
      'Decode the 32 bytes of the seed from their text, and give the library those.',
    ],
    'signed-with-public-key': [
      '5.1: The public key was given to the signer in place of the private one.',
      'Sign with the private key.',
    ],
  },
} as const;
