// Slips in the six authentication headers, the API key and the version (interface 5.1, 5.2).
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const HEADER_SLIPS = {
  headers: {
    'idempotency-header-dropped': [
      '5.3.6: SVC-IDEMPOTENCY-KEY is absent; every request carries it, a signed GET with an empty value.',
      'Send the header, for a GET with an empty value, and check that the HTTP library does not drop empty headers.',
    ],
    'header-missing': [
      '5.1: A required authentication header is missing.',
      'Send all six SVC- headers with every request, the WebSocket handshake included.',
    ],
    'header-doubled': [
      '5.1: An authentication header is sent more than once.',
      'Send each SVC- header once; check for a proxy or a middleware that adds them again.',
      'open',
    ],
    'header-empty': [
      '5.1: A required authentication header is present but empty.',
      'Give every SVC- header its value; only SVC-IDEMPOTENCY-KEY of a GET is empty.',
    ],
  },
  'api-key': {
    'api-key-white-space': [
      '5.1: api_key in the payload carries white space that HTTP strips from the header.',
      'Trim the identifier when it is read from a file or a variable.',
    ],
    'api-key-quoted': [
      '5.1: The API key identifier is sent with quotation marks around it.',
      'Remove the quotation marks that came with the value from a file or a variable.',
    ],
    'api-key-is-public-key': [
      '5.1: The public key itself is sent where its identifier belongs.',
      'Send the identifier under which the public key is registered.',
    ],
    'api-key-case': [
      '5.1: The API key identifier is right except for the case of its letters.',
      'Send the identifier exactly as it was issued.',
    ],
    'api-key-mismatch': ['5.1: SVC-API-KEY differs from api_key in the payload.', 'Take both from one variable.'],
    'api-key-unknown': [
      '5.3.10: The API key identifier is not registered.',
      'Check the identifier and the environment for which it was issued.',
    ],
    'api-key-expired': ['5.3.10: The API key has expired.', 'Issue a new API key.'],
  },
  'sign-version': {
    'sign-version-text': [
      '5.2: sign_version is text in the payload; it must be an integer.',
      'Write 1 without quotation marks.',
      'open',
    ],
    'sign-version-fraction': [
      '5.2: sign_version is written with a fraction or an exponent; it must be an integer.',
      'Write the digit 1 alone, from an integer type.',
      'open',
    ],
    'sign-version-unsupported': [
      '5.1: The signature protocol version is not 1.',
      'Send 1 in SVC-SIGN-VERSION and in sign_version.',
    ],
    'sign-version-mismatch': ['5.1: SVC-SIGN-VERSION differs from sign_version in the payload.', 'Send 1 in both.'],
  },
} as const;
