// What the flags of the vectors mean: the kind of mistake, its effect, and where it was met. Links are to public reports of it.

export const NOTES = {
  Plain: {
    bugType: 'BASIC',
    description: 'The ordinary case. An implementation that fails here differs in something fundamental.',
  },
  EmptyBody: {
    bugType: 'EDGE_CASE',
    description: 'There is no body: its hash is that of the empty byte sequence (interface 5.3, rule 3).',
    effect: 'Every read is refused.',
    links: ['https://github.com/Mastercard/oauth1-signer-nodejs/issues/7'],
  },
  ExactBody: {
    bugType: 'CANONICALIZATION',
    description: 'The hash covers the exact bytes that are sent; a body that is parsed and written again has others.',
    effect: 'Requests are refused as soon as a body has blanks, another member order or characters beyond ASCII.',
    links: [
      'https://github.com/btcpayserver/btcpayserver/issues/2300',
      'https://github.com/mreinstein/alexa-verifier/issues/47',
    ],
  },
  BinaryBody: {
    bugType: 'ENCODING',
    description: 'The body is no text; decoding it to text and back changes it.',
    effect: 'The hash is wrong for any body that is not UTF-8.',
  },
  CompressedBody: {
    bugType: 'CANONICALIZATION',
    description:
      'The body is sent compressed. The hash covers the bytes that are sent (interface 5.2), so the compressed ones.',
    effect: 'Requests are refused as soon as a library compresses, or a middleware decompresses before it hashes.',
  },
  NonAscii: {
    bugType: 'ENCODING',
    description:
      'The target holds characters beyond ASCII. The payload is UTF-8 with these very characters, plain or as \\u escapes; Unicode forms are not changed.',
    effect: 'Requests are refused for a few names only.',
    links: ['https://github.com/sammchardy/python-binance/issues/1622'],
  },
  HashEncoding: {
    bugType: 'ENCODING',
    description: 'The standard base64 text of this hash holds "+" or "/", so the two alphabets differ.',
    effect: 'Three requests of four are refused, the fourth passes by chance.',
    links: ['https://github.com/aws/aws-sdk-java-v2/issues/3644'],
  },
  DataEncoding: {
    bugType: 'ENCODING',
    description:
      'SVC-DATA must be strict base64url without padding (interface 5.3, rule 2); here the slips change its text.',
    effect: 'Requests are refused depending on their length and on single characters.',
    links: ['https://github.com/jpadilla/pyjwt/issues/676', 'https://github.com/benmcollins/libjwt/issues/284'],
  },
  SignatureEncoding: {
    bugType: 'ENCODING',
    description: 'SVC-SIGN must be strict base64url of 64 bytes, without padding (interface 5.3, rule 2).',
    effect: 'All or most requests are refused.',
  },
  SignedMessage: {
    bugType: 'WRONG_PRIMITIVE',
    description: 'The signature covers the decoded payload bytes (interface 5.3, rule 1) and nothing else.',
    effect: 'All requests are refused, although every single part looks right.',
  },
  PayloadForm: {
    bugType: 'ENCODING',
    description: 'The payload is a JSON object in UTF-8 with seven members at its top level (interface 5.2).',
    effect: 'All requests are refused.',
    links: ['https://github.com/BitMEX/api-connectors/issues/212'],
  },
  FreeForm: {
    bugType: 'FALSE_ALARM',
    description: 'Member order, white space and escapes of the payload are free, and so is the case of header names.',
    effect: 'A verifier that compares texts instead of values refuses correct clients.',
  },
  EmptyIdempotencyKey: {
    bugType: 'EDGE_CASE',
    description: 'A signed GET carries SVC-IDEMPOTENCY-KEY with an empty value (interface 5.3, rule 6).',
    effect: 'Libraries that drop empty headers make every read fail.',
  },
  IdempotencyKeyGrammar: {
    bugType: 'GRAMMAR',
    description: 'A non-empty key has 5 to 128 characters of A-Z a-z 0-9 . _ - ~ (interface 8).',
    effect: 'Valid keys are refused, or keys are accepted that break logs and storage.',
  },
  HeaderAgreement: {
    bugType: 'MISSING_STEP',
    description: 'Each header equals its member of the payload (interface 5.1).',
    effect: 'A verifier that trusts the header acts on a value that was never signed.',
    links: ['https://github.com/bybit-exchange/bybit.net.api/pull/10'],
  },
  HeaderPresence: {
    bugType: 'MISSING_STEP',
    description: 'All six headers are required (interface 5.1).',
    effect: 'Clients work against one server and fail against the next.',
  },
  Clock: {
    bugType: 'MISSING_STEP',
    description: 'The timestamp must be close to server time (interface 5.3, rule 8).',
    effect: 'Without this step a captured request can be replayed for ever.',
    links: ['https://github.com/sieblyio/bybit-api/issues/206', 'https://github.com/ccxt/ccxt/issues/2281'],
  },
  TimestampForm: {
    bugType: 'GRAMMAR',
    description: 'The timestamp is Unix time in milliseconds, a plain whole number.',
    effect: 'Seconds, microseconds, fractions and date-times lie far outside any window.',
  },
  Method: {
    bugType: 'CANONICALIZATION',
    description: 'The signed method is the method of the request, in upper case (interface 5.2).',
    effect: 'A GET that was signed can be sent as another method.',
    links: ['https://github.com/aws/aws-sdk-js-v3/issues/3612'],
  },
  QueryExact: {
    bugType: 'CANONICALIZATION',
    description: 'The query is signed exactly as it is sent (interface 5.3, rule 4).',
    effect: 'Requests with a query are refused, or a query can be changed on the way.',
    links: ['https://github.com/coinbase/coinbase-python/issues/80'],
  },
  QueryOrder: {
    bugType: 'CANONICALIZATION',
    description: 'The parameters are in an order that sorting changes.',
    effect: 'Requests are refused whenever a map keeps parameters in another order than they are sent.',
    links: ['https://github.com/ccxt/ccxt/issues/30562', 'https://github.com/sammchardy/python-kucoin/issues/42'],
  },
  QueryDuplicate: {
    bugType: 'MISSING_STEP',
    description: 'A query parameter may not stand twice (interface 5.3, rule 5).',
    effect: 'Two readers of one request may see different values.',
  },
  PercentEncoding: {
    bugType: 'CANONICALIZATION',
    description: 'Percent-encoding is signed as it is sent: not decoded, not encoded again, its case kept.',
    effect: 'Requests with certain characters are refused.',
    links: [
      'https://github.com/envoyproxy/envoy/issues/35023',
      'https://github.com/envoyproxy/envoy/issues/42165',
      'https://github.com/ccxt/ccxt/issues/24930',
    ],
  },
  PathExact: {
    bugType: 'CANONICALIZATION',
    description: 'The signed path is the path that is sent, from its first slash on (interface 5.2).',
    effect: 'Requests are refused, or a signature for one resource opens another.',
    links: ['https://github.com/knowm/XChange/issues/3173', 'https://github.com/owncloud/ocis/issues/10237'],
  },
  KeyRegistry: {
    bugType: 'AUTH_BYPASS',
    description: 'The key must be registered, not expired, and the one that signed (interface 5.3, rule 10).',
    effect: 'Requests of revoked or foreign keys are accepted.',
  },
  Access: {
    bugType: 'AUTH_BYPASS',
    description: 'The key must be permitted for account, source address and operation (interface 5.3, rule 9).',
    effect: 'A valid key opens what it may not.',
  },
  KeyChoice: {
    bugType: 'BASIC',
    description: 'Another key than in the other tests, so that nothing depends on one key or its identifier.',
  },
  Base64Strict: {
    bugType: 'ENCODING',
    description: 'Bytes have exactly one base64url text without padding; every other text is refused.',
    effect:
      'Lenient decoders hide encoding mistakes until a strict one meets them, and make signatures malleable as texts.',
  },
  DecimalGrammar: {
    bugType: 'GRAMMAR',
    description: 'Which texts are decimals in the plain spelling: sign, digits, point, digits.',
    effect: 'Number parsers accept exponents, blanks, hexadecimal and more, and lose digits of long values.',
  },
  DecimalExact: {
    bugType: 'ARITHMETIC',
    description: 'Bounds, steps and digits of decimals are exact (interface 4.1, rules 1 and 2).',
    effect: 'Floating point refuses valid volumes and prices and accepts invalid ones.',
  },
  DateTimeForm: {
    bugType: 'GRAMMAR',
    description: 'Date-times are UTC with the literal offset +00:00 (interface 1, rule 3).',
    effect: 'Lenient readers accept other zones and days that do not exist.',
  },
  SignatureMalleability: {
    bugType: 'SIGNATURE_MALLEABILITY',
    description: 'S must be less than L (RFC 8032, 5.1.7).',
    effect: 'Anybody can make a second signature for a signed message.',
    links: ['https://www.rfc-editor.org/rfc/rfc8032#section-5.1.7'],
  },
  SignatureLength: {
    bugType: 'SIGNATURE_MALLEABILITY',
    description: 'A signature is 64 bytes, a public key 32 (RFC 8032, 5.1.5 to 5.1.7).',
    effect: 'Anybody can make further signatures for a signed message.',
    links: ['https://www.rfc-editor.org/rfc/rfc8032#section-5.1.7'],
  },
  InvalidPoint: {
    bugType: 'INVALID_CURVE',
    description: 'The encoding names no point of the curve, or y is not less than p (RFC 8032, 5.1.3).',
    effect: 'Undefined behaviour of the arithmetic.',
    links: ['https://www.rfc-editor.org/rfc/rfc8032#section-5.1.3'],
  },
  SignatureForgery: {
    bugType: 'AUTH_BYPASS',
    description: 'The signature belongs to another message or key, or was changed.',
    effect: 'Requests can be forged.',
  },
  Handshake: {
    bugType: 'BASIC',
    description: 'The WebSocket handshake is a signed GET of exactly the stream path (interface 4.5).',
  },
} as const;

export type Flag = keyof typeof NOTES;
