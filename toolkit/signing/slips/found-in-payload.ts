// Slips of headers, encoding and payload that only the doctor's recognition and searches tell (interface 5.1 to 5.3): no service can tell
// them from others, so nothing makes them on purpose. Data only, as in `found-in-signature.ts`; `slips.ts` joins the tables.

export const FOUND_IN_PAYLOAD = {
  headers: {
    'private-key-sent': [
      '5.1: A private key travels in the request; only the identifier of the key and signatures may.',
      'Revoke this key now and issue another; send the public identifier in SVC-API-KEY.',
    ],
    'headers-swapped': [
      '5.1: The values of authentication headers are in each other’s places.',
      'Give each SVC- header its own value; check the order of the arguments that set them.',
    ],
    'header-misnamed': [
      '5.1: An authentication header is sent under a name that is nearly the right one.',
      'Use the names of the interface: SVC- and words joined by hyphens.',
    ],
    'header-elsewhere': [
      '5.1: The value of an authentication header is sent within another header, or in the query.',
      'Send six SVC- headers, each with its own value.',
    ],
    'headers-of-another-request': [
      '5.1: The headers and SVC-DATA are of different requests: both come of something that requests share or that was kept.',
      'Make the headers and the payload of every request of its own values, in variables of its own.',
    ],
    'header-repeats-name': [
      '5.1: The value of an authentication header begins with its own name or a colon.',
      'Give the client name and value apart, without the colon between them.',
    ],
    'header-joined': [
      '5.1: An authentication header was sent several times and joined into one value.',
      'Send each SVC- header once; check for a proxy or a middleware that adds them again.',
    ],
  },
  'data-encoding': {
    'data-alphabet-swapped': [
      '5.3.2: SVC-DATA has "-" and "_" in each other’s places.',
      'Write "-" for "+" and "_" for "/", not the other way round.',
    ],
    'data-letter-case': [
      '5.3.2: The letters of SVC-DATA were changed in case; base64url tells capitals from small letters.',
      'Leave the value as it is; check what changes the case of header values.',
    ],
    'data-prefixed': [
      '5.3.2: SVC-DATA carries more than the base64url text, such as a scheme before it or the count of its padding behind it.',
      'Send the base64url text alone.',
    ],
    'data-printed': [
      "5.3.2: SVC-DATA is what a language prints of the value, such as b'…' or a list of bytes.",
      'Decode bytes to text before they become a header value.',
    ],
    'data-other-alphabet': [
      '5.3.2: SVC-DATA is base64 in an alphabet of its own, with other marks than "-" and "_" or another padding.',
      'Encode with base64url and no padding.',
    ],
    'data-placeholder': [
      '5.1: SVC-DATA is not a value but what stands for one, such as undefined or [object Object].',
      'Await or fill in the value before the header is set.',
    ],
    'data-base32': ['5.3.2: SVC-DATA is base32; it must be base64url.', 'Encode the payload bytes with base64url.'],
    'data-base58': ['5.3.2: SVC-DATA is base58; it must be base64url.', 'Encode the payload bytes with base64url.'],
    'data-base85': ['5.3.2: SVC-DATA is base85; it must be base64url.', 'Encode the payload bytes with base64url.'],
    'data-uuencode': [
      '5.3.2: SVC-DATA is uuencoded; it must be base64url.',
      'Encode the payload bytes with base64url.',
    ],
    'data-multibase': [
      '5.3.2: SVC-DATA carries the letter that multibase puts before a text.',
      'Remove the first letter: base64url stands alone.',
    ],
    'data-compressed': ['5.1: SVC-DATA encodes compressed bytes.', 'Encode the payload itself, uncompressed.'],
  },
  payload: {
    'payload-kept': [
      '5.3.8: SVC-DATA and SVC-SIGN are those of an earlier request: they were made once and kept.',
      'Write and sign a payload for every request.',
    ],
    'payload-placeholder': [
      '5.2: The payload is not an object but what stands for one, such as [object Object].',
      'Serialise the object with a JSON library; do not turn it into text by itself.',
    ],
    'payload-printed': [
      '5.2: The payload is an object as a language prints it, not JSON.',
      'Serialise the object with a JSON library instead of turning it into text.',
    ],
    'payload-json-damaged': [
      '5.2: The payload is meant for JSON, and one thing in it is not: it was put together by hand.',
      'Let a JSON library write the payload.',
    ],
    'payload-joined': [
      '5.2: The payload is its values joined without their names; it must be a JSON object.',
      'Write the seven members as one JSON object.',
    ],
    'payload-token-claims': [
      '5.2: The payload holds the claims of a token, such as iss, iat and exp; it must hold the seven members.',
      'Write the seven members under their own names.',
    ],
    'payload-is-body': [
      '5.2: SVC-DATA holds the body; it must hold the payload, a JSON object of seven members that describe the request.',
      'Write the payload with the hash of the body in it, and encode that.',
    ],
    'payload-percent-encoded': [
      '5.2: The payload is percent-encoded; it must be JSON.',
      'Encode the JSON text itself with base64url.',
    ],
    'payload-xml': [
      '5.2: The payload is XML; it must be a JSON object.',
      'Write the seven members as one JSON object.',
    ],
    'payload-yaml': [
      '5.2: The payload is lines of names and values; it must be a JSON object.',
      'Write the seven members as one JSON object in JSON’s spelling.',
    ],
    'payload-final-zero': [
      '5.2: The payload ends with a zero byte.',
      'Encode the length of the text without its terminator or its buffer’s rest.',
    ],
    'payload-framed': [
      '5.2: Bytes stand before the JSON of the payload, such as its length or its signature; it must be the JSON alone.',
      'Encode the bytes of the JSON text themselves, not what a stream or a frame makes of them.',
    ],
    'payload-hashed': [
      '5.2: SVC-DATA holds what is as long as a hash; it must hold the payload itself.',
      'Encode the JSON text of the payload with base64url; the signature is made over the same bytes.',
    ],
    'payload-binary': [
      '5.2: The payload is binary, such as MessagePack, CBOR, Protocol Buffers, compressed or encrypted; it must be JSON.',
      'Write the seven members as JSON text in UTF-8.',
    ],
  },
  'api-key': {
    'api-key-placeholder': [
      '5.1: The API key identifier is not a value but what stands for one, such as undefined or $API_KEY.',
      'Fill in the identifier; check that the variable is set where the program runs.',
    ],
    'api-key-charset': [
      '5.1: SVC-API-KEY and api_key hold the same letters in different character sets.',
      'Write the header in UTF-8, as the payload is; better, use identifiers of ASCII alone.',
    ],
    'api-key-prefixed': [
      '5.1: A word stands before the API key identifier, such as a scheme or the name of a variable.',
      'Send the identifier alone.',
    ],
    'api-key-unseen': [
      '5.1: The API key identifier holds a character that cannot be seen, such as a byte order mark or a no-break space.',
      'Type the identifier anew, or remove what came with it when it was copied or read from a file.',
    ],
  },
  'idempotency-key': {
    'idempotency-key-other': [
      '5.3.7: Header and payload carry another idempotency key than the one that was given for the request.',
      'Send the key of this request, unchanged, in SVC-IDEMPOTENCY-KEY and in idempotency_key.',
    ],
    'idempotency-key-kept': [
      '5.3.7: The idempotency key is that of an earlier request: it was made once and kept.',
      'Use the key that is meant for the request, in SVC-IDEMPOTENCY-KEY and in idempotency_key.',
    ],
    'idempotency-key-placeholder': [
      '5.1: SVC-IDEMPOTENCY-KEY or idempotency_key is not a value but what stands for one, such as None or undefined.',
      'Use an empty text where there is no key.',
    ],
  },
  'sign-version': {
    'sign-version-spelling': [
      '5.1: The signature protocol version is spelled otherwise than 1.',
      'Send 1 as text in the header and as an integer in the payload.',
    ],
  },
  timestamp: {
    'timestamp-floating': [
      '5.1: One of the two timestamps went through a floating-point number: it has a fraction, an exponent or digits that the other lacks.',
      'Keep the milliseconds as one integer, and print that in both places.',
    ],
    'timestamp-zero': [
      '5.1: The timestamp is zero or nearly so: the clock was never read.',
      'Read the clock of the system before signing.',
    ],
    'timestamp-int32': [
      '5.1: The timestamp is what is left of the milliseconds in 32 bits.',
      'Keep the milliseconds in a 64-bit integer.',
    ],
    'timestamp-ticks': [
      '5.1: The timestamp counts ticks, such as those of 100 nanoseconds since the year 1 or 1601; it must be Unix milliseconds.',
      'Convert to Unix time in milliseconds.',
    ],
    'timestamp-monotonic': [
      '5.1: The timestamp is too small for Unix time: it counts from the start of a process or a machine, or is a part of the time.',
      'Read the whole wall clock, not a monotonic one or its milliseconds alone.',
    ],
    'timestamp-whole-seconds': [
      '5.1: The milliseconds of the timestamp were cut off or rounded.',
      'Keep the milliseconds when the clock is read; do not go through whole seconds.',
    ],
    'timestamp-kept': [
      '5.3.8: The timestamp is that of an earlier request: it was taken once and kept.',
      'Read the clock for every request.',
    ],
    'timestamp-rounded': [
      '5.1: The timestamp is the beginning of a day, not the time of the request.',
      'Read the clock for every request, to the millisecond.',
    ],
    'timestamp-unpadded': [
      '5.1: The timestamp is the seconds with the milliseconds written behind them without leading zeros, or hundredths of a second.',
      'Compute seconds * 1000 + milliseconds instead of joining texts.',
    ],
    'timestamp-other-epoch': [
      '5.1: The timestamp counts from another beginning than 1970.',
      'Count from 1970-01-01T00:00:00 UTC.',
    ],
  },
  method: {
    'method-path-exchanged': [
      '5.2: method and path stand in each other’s members of the payload.',
      'Check the order of the arguments that make the payload.',
    ],
    'method-printed': [
      '5.2: The method in the payload is what a language prints of an enumeration or a symbol.',
      'Write its plain name in capitals, such as GET.',
    ],
  },
  path: {
    'path-blank': [
      '5.2: The signed path is empty, or nothing but a mark such as a slash.',
      'Sign the path and query that are sent; a function for the path of a base address gives none of it.',
    ],
    'path-host-alone': [
      '5.2: The signed path is the host name alone, without the path.',
      'Sign from the first slash of the path on.',
    ],
    'path-mojibake': [
      '5.2: Of the signed path and the sent one, one has letters that were read in another character set than they were written in, such as Ã¼ for ü.',
      'Percent-encode the UTF-8 bytes once, then sign and send that text.',
    ],
    'path-html-escaped': [
      '5.2: The signed path and the sent one differ in HTML escapes, such as &amp; for &.',
      'Do not escape a path for HTML before it is signed or sent.',
    ],
    'path-control': [
      '5.2: The signed path and the sent one differ in blanks, control characters or characters that cannot be seen.',
      'Take them out before the path is signed and sent.',
    ],
    'path-respelled': [
      '5.3.4: The signed query and the sent one hold the same parameters in another order, another encoding, or both.',
      'Build the text of the query once, then sign and send that text.',
    ],
    'path-backslash': [
      '5.2: The signed path has backslashes where slashes were sent.',
      'Join a path with "/", not by functions for file names.',
    ],
    'path-cut': [
      '5.2: The signed path stops in the middle of the sent one.',
      'Sign the whole text that is sent; look for a buffer that is too short, or a format that reads "%" as its own.',
    ],
    'path-query-names': [
      '5.3.4: The names of parameters were changed in the signed query, as a library does that makes variables of them.',
      'Sign the query as it is sent; do not build it again from parsed parameters.',
    ],
    'path-printed': [
      "5.2: The signed path is what a language prints of the value, such as b'…' or a text in quotation marks.",
      'Use the text itself.',
    ],
    'path-query-list': [
      '5.3.4: A parameter with several values is spelled otherwise in the signed query than in the sent one, such as a=1&a=2 for a=1,2.',
      'Build the text of the query once, then sign and send that text.',
    ],
    'path-query-other-value': [
      '5.3.4: A parameter has another value in the signed query than in the sent one.',
      'Build the text of the query once, then sign and send that text.',
    ],
    'path-number-spelling': [
      '5.2: A number in the signed path is spelled otherwise than it was sent, such as 1,000,042 or 1000042.0 for 1000042.',
      'Write identifiers and numbers as plain text, without the conventions of a locale or of floating-point numbers.',
    ],
    'path-query-alone': [
      '5.2: The signed path is the query alone, without the path before it.',
      'Sign the request target as it is sent: the path, "?", and the query.',
    ],
    'path-segment-missing': [
      '5.2: The signed path lacks a segment in the middle of the sent one.',
      'Join base address and path as texts; functions that resolve a relative address drop the last segment before it.',
    ],
    'path-end-missing': ['5.2: The signed path lacks its last segments.', 'Sign the whole path that is sent.'],
    'path-end-added': [
      '5.2: The signed path goes on with segments that were not sent.',
      'Sign the path that is sent; check for a redirect or a proxy that changes it.',
    ],
    'path-other-segment': [
      '5.2: The signed path and the sent one differ in one segment, such as a version or a resource.',
      'Sign each request anew for its own path; check for a proxy that rewrites it.',
    ],
    'path-dot-segments': [
      '5.2: The signed path and the sent one differ in . or .. segments, which a library resolves.',
      'Sign the path that is sent, after it was resolved.',
    ],
  },
} as const;
