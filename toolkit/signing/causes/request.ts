// Causes in the idempotency key, the clock and the method (interface 5.1, 5.2, 5.3 rules 6 to 8, 8).
// Data only; `causes.ts` joins the tables and types them.

export const REQUEST_CAUSES = {
  'idempotency-key-missing': {
    stage: 'idempotency-key',
    section: '5.3.7',
    sentence: 'A mutating request carries an empty idempotency key.',
    fix: 'Send a key of 5 to 128 characters that is unique to this operation.',
  },
  'idempotency-key-on-get': {
    stage: 'idempotency-key',
    section: '5.3.6',
    sentence: 'A signed GET carries an idempotency key; it must be empty.',
    fix: 'Send SVC-IDEMPOTENCY-KEY with an empty value and sign the empty text.',
  },
  'idempotency-key-too-short': {
    stage: 'idempotency-key',
    section: '8',
    sentence: 'The idempotency key has fewer than 5 characters.',
    fix: 'Use 5 to 128 characters.',
  },
  'idempotency-key-too-long': {
    stage: 'idempotency-key',
    section: '8',
    sentence: 'The idempotency key has more than 128 characters.',
    fix: 'Use 5 to 128 characters.',
  },
  'idempotency-key-characters': {
    stage: 'idempotency-key',
    section: '8',
    sentence: 'The idempotency key holds a character other than A-Z, a-z, 0-9, ".", "_", "-", "~".',
    fix: 'Use permitted characters only, such as a UUID without braces.',
  },
  'idempotency-key-mismatch': {
    stage: 'idempotency-key',
    section: '5.1',
    sentence: 'SVC-IDEMPOTENCY-KEY differs from idempotency_key in the payload.',
    fix: 'Make the key once per request and use it in both places.',
  },
  'idempotency-key-null': {
    stage: 'idempotency-key',
    section: '5.2',
    sentence: 'idempotency_key is null in the payload; it must be text, empty for a GET.',
    fix: 'Write "" instead of null.',
  },
  'timestamp-mismatch': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'SVC-TIMESTAMP differs from timestamp in the payload: the clock was read twice.',
    fix: 'Read the clock once per request and use the value in both places.',
  },
  'timestamp-text': {
    stage: 'timestamp',
    section: '5.2',
    sentence: 'timestamp is text in the payload; it must be an integer.',
    fix: 'Write the number without quotation marks.',
  },
  'timestamp-fraction': {
    stage: 'timestamp',
    section: '5.2',
    sentence: 'The timestamp has a fraction; it must be whole milliseconds.',
    fix: 'Round down to whole milliseconds before signing.',
  },
  'timestamp-exponent': {
    stage: 'timestamp',
    section: '5.2',
    sentence: 'The timestamp is written with an exponent.',
    fix: 'Write it as plain digits, from an integer type.',
  },
  'timestamp-date-time': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'The timestamp is a date-time text; it must be Unix time in milliseconds.',
    fix: 'Send the number of milliseconds since 1970-01-01T00:00:00 UTC.',
  },
  'timestamp-seconds': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'The timestamp is in seconds; it must be in milliseconds.',
    fix: 'Multiply by 1000, or read a clock in milliseconds.',
  },
  'timestamp-microseconds': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'The timestamp is in microseconds; it must be in milliseconds.',
    fix: 'Divide by 1000, rounding down.',
  },
  'timestamp-nanoseconds': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'The timestamp is in nanoseconds; it must be in milliseconds.',
    fix: 'Divide by 1000000, rounding down.',
  },
  'timestamp-local-time': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'The timestamp is off by whole hours or quarter hours: local time was taken for UTC.',
    fix: 'Compute Unix time from UTC.',
  },
  'timestamp-stale': {
    stage: 'timestamp',
    section: '5.3.8',
    sentence: 'The timestamp lies too far before the server clock.',
    fix: 'Synchronise the clock, and sign each request, retries included, just before it is sent.',
  },
  'timestamp-future': {
    stage: 'timestamp',
    section: '5.3.8',
    sentence: 'The timestamp lies too far after the server clock.',
    fix: 'Synchronise the clock.',
  },
  'timestamp-format': {
    stage: 'timestamp',
    section: '5.1',
    sentence: 'SVC-TIMESTAMP is not a plain whole number.',
    fix: 'Send decimal digits only.',
  },
  'method-lower-case': {
    stage: 'method',
    section: '5.2',
    sentence: 'The method in the payload is not in upper case.',
    fix: 'Write the method in upper case.',
  },
  'method-mismatch': {
    stage: 'method',
    section: '5.2',
    sentence: 'The method in the payload is not the method of the request.',
    fix: 'Sign the method that is sent; check for a redirect or a library that changes it.',
  },
  'method-request-line': {
    stage: 'method',
    section: '5.2',
    sentence: 'The method in the payload holds more of the request line than the method.',
    fix: 'Sign the method alone.',
  },
} as const;
