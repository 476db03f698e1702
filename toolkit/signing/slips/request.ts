// Slips in the idempotency key, the clock and the method (interface 5.1, 5.2, 5.3 rules 6 to 8, 8).
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const REQUEST_SLIPS = {
  'idempotency-key': {
    'idempotency-key-null': [
      '5.2: idempotency_key is null in the payload; it must be text, empty for a GET.',
      'Write "" instead of null.',
      'open',
    ],
    'idempotency-key-on-get': [
      '5.3.6: A signed GET carries an idempotency key; it must be empty.',
      'Send SVC-IDEMPOTENCY-KEY with an empty value and sign the empty text.',
      'open',
    ],
    'idempotency-key-missing': [
      '5.3.7: A mutating request carries an empty idempotency key.',
      'Send a key of 5 to 128 characters that is unique to this operation.',
    ],
    'idempotency-key-too-short': ['8: The idempotency key has fewer than 5 characters.', 'Use 5 to 128 characters.'],
    'idempotency-key-too-long': ['8: The idempotency key has more than 128 characters.', 'Use 5 to 128 characters.'],
    'idempotency-key-characters': [
      '8: The idempotency key holds a character other than A-Z, a-z, 0-9, ".", "_", "-", "~".',
      'Use permitted characters only, such as a UUID without braces.',
    ],
    'idempotency-key-mismatch': [
      '5.1: SVC-IDEMPOTENCY-KEY differs from idempotency_key in the payload.',
      'Make the key once per request and use it in both places.',
    ],
  },
  timestamp: {
    'timestamp-mismatch': [
      '5.1: SVC-TIMESTAMP differs from timestamp in the payload: the clock was read twice, or one of them is of an earlier request.',
      'Read the clock once per request and use the value in both places.',
    ],
    'timestamp-text': [
      '5.2: timestamp is text in the payload; it must be an integer.',
      'Write the number without quotation marks.',
      'open',
    ],
    'timestamp-fraction': [
      '5.2: The timestamp has a fraction; it must be whole milliseconds.',
      'Round down to whole milliseconds before signing.',
      'open',
    ],
    'timestamp-exponent': [
      '5.2: The timestamp is written with an exponent.',
      'Write it as plain digits, from an integer type.',
      'open',
    ],
    'timestamp-leading-zero': [
      '5.1: SVC-TIMESTAMP starts with a zero.',
      'Send the digits of the number alone, without filling them up.',
      'open',
    ],
    'timestamp-format': ['5.1: A timestamp is not written as a plain whole number.', 'Send decimal digits only.'],
    'timestamp-date-time': [
      '5.1: The timestamp is a date-time text; it must be Unix time in milliseconds.',
      'Send the number of milliseconds since 1970-01-01T00:00:00 UTC.',
    ],
    'timestamp-seconds': [
      '5.1: The timestamp is in seconds; it must be in milliseconds.',
      'Multiply by 1000, or read a clock in milliseconds.',
    ],
    'timestamp-microseconds': [
      '5.1: The timestamp is in microseconds; it must be in milliseconds.',
      'Divide by 1000, rounding down.',
    ],
    'timestamp-nanoseconds': [
      '5.1: The timestamp is in nanoseconds; it must be in milliseconds.',
      'Divide by 1000000, rounding down.',
    ],
    'timestamp-local-time': [
      '5.1: The timestamp is off by as much as a time zone: local time was taken for UTC.',
      'Compute Unix time from UTC.',
    ],
    'timestamp-stale': [
      '5.3.8: The timestamp lies too far before the server clock.',
      'Synchronise the clock, and sign each request, retries included, just before it is sent.',
    ],
    'timestamp-future': ['5.3.8: The timestamp lies too far after the server clock.', 'Synchronise the clock.'],
  },
  method: {
    'method-lower-case': [
      '5.2: The method is not in upper case, in the payload or as it was sent.',
      'Write the method in upper case.',
    ],
    'method-mismatch': [
      '5.2: The method in the payload is not the method of the request.',
      'Sign the method that is sent; check for a redirect or a library that changes it.',
    ],
    'method-request-line': [
      '5.2: The method in the payload holds more of the request line than the method.',
      'Sign the method alone.',
    ],
  },
} as const;
