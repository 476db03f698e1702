// Causes in the set of authentication headers and in what the key may do (interface 5.1, 5.3 rules 9 and 10).
// Data only; `causes.ts` joins the tables and types them.

export const HEADER_CAUSES = {
  'header-missing': {
    stage: 'headers',
    section: '5.1',
    sentence: 'A required authentication header is missing.',
    fix: 'Send all six SVC- headers with every request, the WebSocket handshake included.',
  },
  'header-empty': {
    stage: 'headers',
    section: '5.1',
    sentence: 'A required authentication header is present but empty.',
    fix: 'Give every SVC- header its value; only SVC-IDEMPOTENCY-KEY of a GET is empty.',
  },
  'header-doubled': {
    stage: 'headers',
    section: '5.1',
    sentence: 'An authentication header is sent more than once.',
    fix: 'Send each SVC- header once; check for a proxy or a middleware that adds them again.',
  },
  'idempotency-header-dropped': {
    stage: 'headers',
    section: '5.3.6',
    sentence: 'SVC-IDEMPOTENCY-KEY is absent; a signed GET must carry it with an empty value.',
    fix: 'Send the header with an empty value, and check that the HTTP library does not drop empty headers.',
  },
  'api-key-mismatch': {
    stage: 'api-key',
    section: '5.1',
    sentence: 'SVC-API-KEY differs from api_key in the payload.',
    fix: 'Take both from one variable.',
  },
  'api-key-white-space': {
    stage: 'api-key',
    section: '5.1',
    sentence: 'api_key in the payload carries white space that HTTP strips from the header.',
    fix: 'Trim the identifier when it is read from a file or a variable.',
  },
  'api-key-quoted': {
    stage: 'api-key',
    section: '5.1',
    sentence: 'The API key identifier is sent with quotation marks around it.',
    fix: 'Remove the quotation marks that came with the value from a file or a variable.',
  },
  'api-key-case': {
    stage: 'api-key',
    section: '5.1',
    sentence: 'The API key identifier is right except for the case of its letters.',
    fix: 'Send the identifier exactly as it was issued.',
  },
  'api-key-is-public-key': {
    stage: 'api-key',
    section: '5.1',
    sentence: 'The public key itself is sent where its identifier belongs.',
    fix: 'Send the identifier under which the public key is registered.',
  },
  'api-key-unknown': {
    stage: 'api-key',
    section: '5.3.10',
    sentence: 'The API key identifier is not registered.',
    fix: 'Check the identifier and the environment for which it was issued.',
  },
  'api-key-expired': {
    stage: 'api-key',
    section: '5.3.10',
    sentence: 'The API key has expired.',
    fix: 'Issue a new API key.',
  },
  'account-not-permitted': {
    stage: 'access',
    section: '5.3.9',
    sentence: 'The API key may not use this account.',
    fix: 'Use an account of this key, or give the key access to the account.',
  },
  'source-not-permitted': {
    stage: 'access',
    section: '5.3.9',
    sentence: 'The API key may not be used from this source address.',
    fix: 'Send from a permitted address, or permit this one.',
  },
  'scope-not-permitted': {
    stage: 'access',
    section: '5.3.9',
    sentence: 'The API key lacks the permission for this operation.',
    fix: 'Give the key the permission, or use another key.',
  },
  'sign-version-unsupported': {
    stage: 'sign-version',
    section: '5.1',
    sentence: 'The signature protocol version is not 1.',
    fix: 'Send 1 in SVC-SIGN-VERSION and in sign_version.',
  },
  'sign-version-mismatch': {
    stage: 'sign-version',
    section: '5.1',
    sentence: 'SVC-SIGN-VERSION differs from sign_version in the payload.',
    fix: 'Send 1 in both.',
  },
  'sign-version-text': {
    stage: 'sign-version',
    section: '5.2',
    sentence: 'sign_version is text in the payload; it must be an integer.',
    fix: 'Write 1 without quotation marks.',
  },
} as const;
