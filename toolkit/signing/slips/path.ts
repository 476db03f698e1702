// Slips in the signed path and query (interface 5.2, 5.3 rules 4 and 5): always the signed text against the text that was sent.
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const PATH_SLIPS = {
  path: {
    'path-full-url': [
      '5.2: The signed path is a whole URL; it must be the path with the query.',
      'Sign from the first slash of the path on.',
    ],
    'path-with-host': ['5.2: The signed path starts with the host name.', 'Sign from the first slash of the path on.'],
    'path-query-missing': [
      '5.3.4: The signed path lacks the query that was sent, or a parameter of it.',
      'Sign the path with "?" and the query, exactly as sent.',
    ],
    'path-query-separator': [
      '5.3.4: The signed path and the sent one differ in the marks between path and parameters: ?, & or ;.',
      'Sign the request target in one piece, question mark included.',
    ],
    'path-query-reordered': [
      '5.3.4: The query parameters are signed in another order than they were sent.',
      'Build the query text once, then sign and send that text.',
    ],
    'path-handshake-query': [
      '4.5.1: The handshake of the events stream is sent with a query; its signed path stands alone.',
      'Open the stream at its bare path.',
      'open',
    ],
    'path-query-duplicate': ['5.3.5: A query parameter is sent twice.', 'Send each query parameter once.'],
    'path-query-deduplicated': [
      '5.3.4: A query parameter that is sent twice is signed once.',
      'Send each query parameter once, and sign the text that is sent.',
    ],
    'path-query-unsent': [
      '5.3.4: The signed path has a query that was not sent.',
      'Send the query that was signed; check for a library that drops it.',
    ],
    'path-query-empty': [
      '5.3.4: The signed path and the sent one differ in an empty query: a question mark alone.',
      'Leave the question mark out when there is no query, in both places.',
    ],
    'path-query-empty-value': [
      '5.3.4: A parameter without a value is signed with another spelling of that than it was sent.',
      'Sign the query text that is sent, "=" included or not.',
    ],
    'path-decoded': [
      '5.3.4: The path is signed in decoded form; it was sent percent-encoded.',
      'Sign the encoded text that is sent.',
    ],
    'path-encoded': [
      '5.3.4: The path is signed percent-encoded where it was sent plain.',
      'Encode once, then sign and send that text.',
    ],
    'path-double-encoded': [
      '5.3.4: The signed path is percent-encoded twice.',
      'Encode once, then sign and send that text.',
    ],
    'path-hex-case': [
      '5.3.4: Percent-encoding is signed in another case than it was sent, such as %2f for %2F.',
      'Sign the text that is sent.',
    ],
    'path-plus-for-space': [
      '5.3.4: A blank in the query is signed as "+" and sent as "%20", or the other way round.',
      'Encode the query once, then sign and send that text.',
    ],
    'path-trailing-slash': [
      '5.2: The signed path and the sent one differ in a slash at the end.',
      'Sign the path that is sent.',
    ],
    'path-double-slash': [
      '5.2: The signed path or the sent one has a doubled slash where base address and path were joined.',
      'Join base address and path with one slash, then sign what is sent.',
    ],
    'path-prefix-missing': [
      '5.2: The signed path lacks its first segments.',
      'Sign the whole path from the root of the host, /v1 included.',
    ],
    'path-prefix-added': [
      '5.2: The signed path starts with segments that were not sent.',
      'Sign the path that is sent; check for a proxy that strips a prefix.',
    ],
    'path-leading-slash': ['5.2: The signed path lacks its first slash.', 'Start the signed path with a slash.'],
    'path-fragment': [
      '5.2: The signed path or the sent one has a fragment, which belongs to neither.',
      'Remove "#" and what follows it before signing and sending.',
    ],
    'path-letter-case': [
      '5.2: The signed path differs from the sent one only in the case of its letters.',
      'Sign the path that is sent.',
    ],
    'path-unicode-form': [
      '5.2: The signed path and the sent one hold the same characters in other Unicode forms.',
      'Normalise once, then sign and send that text.',
    ],
    'path-latin-1': [
      '5.2: The signed path and the sent one encode the same characters in different character sets.',
      'Percent-encode the UTF-8 bytes once, then sign and send that text.',
    ],
    'path-template': [
      '5.2: The signed path holds a template such as {account_id} or undefined instead of its value.',
      'Fill in the path first, then sign it.',
    ],
    'path-method-included': [
      '5.2: The signed path holds more of the request line: the method or the version of HTTP.',
      'Sign the path alone in the member path.',
    ],
    'path-other-account': [
      '5.2: The signed path names another account or object than the sent one.',
      'Sign each request anew for its own path.',
    ],
    'path-mismatch': [
      '5.2: The signed path is not the path that was sent.',
      'Sign the request target that is sent; check for a proxy that rewrites it.',
    ],
  },
} as const;
