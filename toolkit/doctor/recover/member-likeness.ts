// By what a member of the payload is told that stands under another name (interface 5.2): by that name, or by the form of its value.

const LIKE: Readonly<Record<string, RegExp>> = {
  api_key: /^(?:api|access|public|client)?_?key(?:_?id)?$/i,
  idempotency_key: /^(?:idempotency|idempotent|idem)(?:_?key|_?id)?$|^(?:client_?)?request_?id$/i,
  timestamp: /^(?:ts|time|time_?stamp(?:_?ms)?|nonce|date)$/i,
  sign_version: /^(?:sig\w*_?)?ver(?:sion)?$|^v$/i,
  method: /^(?:http_?)?(?:method|verb)$/i,
  path: /^(?:url|uri|request_?(?:path|uri|url)|path_?with_?query|endpoint|target|resource)$/i,
  body_hash: /^(?:body|content|payload|data)?_?(?:hash|digest|sha_?256|checksum)$/i,
};

/** What the values of some members look like; any text may be one of the others. */
const KINDS: Readonly<Record<string, RegExp>> = {
  timestamp: /^\d{9,19}$/,
  sign_version: /^v?1$/,
  method: /^[A-Z]{3,7}$/i,
  path: /^(?:\/|https?:)/,
  body_hash: /^(?:[\w+/-]{43}=?|[0-9a-f]{64})$/i,
};

/** Names of headers stand for members too. */
export const isNamedLike = (name: string, field: string): boolean =>
  LIKE[field]?.test(
    name
      .replace(/^\W+|\W+$/g, '')
      .replace(/^(?:x[-_])?svc[-_]/i, '')
      .replaceAll('-', '_'),
  ) === true;

/** Whether the value may be one of that member; false for those whose values have no form. */
export const isValueLike = (value: unknown, field: string): boolean => KINDS[field]?.test(String(value)) === true;
