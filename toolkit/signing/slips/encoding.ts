// Slips in the text of SVC-DATA and of SVC-SIGN (interface 5.1, 5.3 rule 2).
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const ENCODING_SLIPS = {
  'data-encoding': {
    'data-padded': ['5.3.2: SVC-DATA is padded with "=".', 'Use base64url without padding.'],
    'data-standard-alphabet': [
      '5.3.2: SVC-DATA uses the standard base64 alphabet with "+" and "/".',
      'Use the base64url alphabet with "-" and "_".',
    ],
    'data-white-space': ['5.3.2: SVC-DATA holds line breaks or blanks.', 'Encode without line wrapping.', 'open'],
    'data-trailing-bits': [
      '5.3.2: The last character of SVC-DATA carries bits that belong to no byte.',
      'Encode whole bytes with a base64url encoder; do not cut its text.',
      'open',
    ],
    'data-percent-encoded': [
      '5.3.2: SVC-DATA is percent-encoded.',
      'Send base64url text as it is; no character of it needs encoding.',
    ],
    'data-quoted': [
      '5.3.2: SVC-DATA is sent with quotation marks around it.',
      'Send the text itself, not its JSON form.',
    ],
    'data-hex': ['5.3.2: SVC-DATA is hexadecimal; it must be base64url.', 'Encode the payload bytes with base64url.'],
    'data-raw-json': [
      '5.1: SVC-DATA is the JSON text itself; it must be its base64url encoding.',
      'Encode the payload bytes with base64url.',
    ],
    'data-double-base64': ['5.3.2: SVC-DATA is encoded twice.', 'Encode the payload bytes once.'],
    'data-base64-of-hex': [
      '5.3.2: SVC-DATA encodes the hexadecimal text of the payload.',
      'Encode the payload bytes, not their hexadecimal text.',
    ],
    'data-jws': [
      '5.1: SVC-DATA is a signed token of several parts separated by dots or dashes.',
      'Send the payload alone in SVC-DATA and the signature alone in SVC-SIGN.',
    ],
    'data-truncated': ['5.1: SVC-DATA is cut off.', 'Send the whole text; check limits on the length of headers.'],
    'data-not-base64url': [
      '5.3.2: SVC-DATA is not base64url.',
      'Encode the payload bytes with base64url without padding.',
    ],
  },
  'signature-encoding': {
    'sign-padded': ['5.3.2: SVC-SIGN is padded with "=".', 'Use base64url without padding.'],
    'sign-standard-alphabet': [
      '5.3.2: SVC-SIGN uses the standard base64 alphabet with "+" and "/".',
      'Use the base64url alphabet with "-" and "_".',
    ],
    'sign-white-space': ['5.3.2: SVC-SIGN holds line breaks or blanks.', 'Encode without line wrapping.', 'open'],
    'sign-trailing-bits': [
      '5.3.2: The last character of SVC-SIGN carries bits that belong to no byte.',
      'Encode the 64 bytes with a base64url encoder.',
      'open',
    ],
    'sign-percent-encoded': [
      '5.3.2: SVC-SIGN is percent-encoded.',
      'Send base64url text as it is; no character of it needs encoding.',
    ],
    'sign-quoted': [
      '5.3.2: SVC-SIGN is sent with quotation marks around it.',
      'Send the text itself, not its JSON form.',
    ],
    'sign-hex': [
      '5.3.2: SVC-SIGN is hexadecimal; it must be base64url.',
      'Encode the 64 bytes of the signature with base64url.',
    ],
    'sign-double-base64': ['5.3.2: SVC-SIGN is encoded twice.', 'Encode the 64 bytes of the signature once.'],
    'sign-base64-of-hex': [
      '5.3.2: SVC-SIGN encodes the hexadecimal text of the signature.',
      'Encode the 64 bytes of the signature, not their hexadecimal text.',
    ],
    'sign-jws': [
      '5.1: SVC-SIGN is a signed token of several parts separated by dots.',
      'Send the base64url text of the 64-byte signature alone.',
    ],
    'sign-prefixed': [
      '5.1: SVC-SIGN carries more than the signature, such as the name of its algorithm or marks around it.',
      'Send the base64url text of the signature alone.',
    ],
    'sign-not-base64url': [
      '5.3.2: SVC-SIGN is not base64url.',
      'Encode the 64 bytes of the signature with base64url without padding.',
    ],
    'sign-truncated': ['5.1: SVC-SIGN is cut off, or characters were taken out of it.', 'Send all 86 characters.'],
    'sign-attached': [
      '5.1: SVC-SIGN holds the signature and the message; it must be the signature alone.',
      'Make a detached signature, or take the first 64 bytes.',
    ],
    'sign-length': ['5.1: SVC-SIGN does not hold 64 bytes.', 'Send the 64 bytes of an Ed25519 signature.'],
    'sign-hmac': [
      '5.1: SVC-SIGN is 32 bytes long, as an HMAC-SHA256 is; it must be an Ed25519 signature of 64 bytes.',
      'Sign with the Ed25519 private key.',
    ],
    'sign-ecdsa': [
      '5.1: SVC-SIGN is a DER structure, as ECDSA makes; it must be an Ed25519 signature of 64 bytes.',
      'Sign with an Ed25519 private key.',
    ],
    'sign-rsa': [
      '5.1: SVC-SIGN is as long as an RSA signature; it must be an Ed25519 signature of 64 bytes.',
      'Sign with an Ed25519 private key.',
    ],
  },
} as const;
