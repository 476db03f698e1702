// Special values of HTTP: media types that begin or end like application/json and are others, and headers that intermediaries add to any
// request. Addresses of clients (`X-Forwarded-For`) are not among them: a target may take them for the source of the request.

export const MEDIA_TYPES_ALIKE: readonly string[] = [
  'application/json-seq',
  'application/json5',
  'application/jsonlines',
  'application/jsonp',
  'application/x-application/json',
  'text/application+json',
];

export const HARMLESS_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Accept-Language', 'de, en;q=0.5'],
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['User-Agent', 'conformance (compatible; anything/1.0)'],
  ['Via', '1.1 gateway'],
  ['X-Request-Id', 'b7ad6b71-6920-3331-0af7-651916cd43dd'],
];
