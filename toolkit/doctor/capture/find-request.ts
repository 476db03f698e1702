// The request inside any JSON: an object of our own, Postman, Insomnia, an error of axios, a line of a server's or a gateway's log.
// Whatever the names, it is the object that holds the six headers, with the method and the target beside or above them.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { attributesIn } from './attributes.js';
import type { Capture } from './capture.js';
import { captureInvalid, statedLengthOf, targetOfUrl, utf8Bytes } from './capture.js';
import { decodedAs, readingsOf, statedEncoding, typedText } from './encoded-body.js';
import { listOf, member, onlyOf } from './header-lists.js';
import { headerOfVariable, isSvcName } from './header-names.js';
import { headersAlone } from './headers-alone.js';
import { BODY_NAMES, HEADER_NAMES, METHOD_NAMES, QUERY_NAMES, TARGET_NAMES, TIME_NAMES } from './member-names.js';

type Header = readonly [name: string, value: string];
type Members = Readonly<Record<string, JsonValue>>;

const MOST_NODES = 20_000;
/** Of JSON within a text of JSON. */
const MOST_TEXT = 4 << 20;
const METHODS = /^(?:get|post|put|patch|delete|head|options)$/i;

/** @throws ProtocolError `capture-invalid` for JSON without a request. */
export function findRequest(value: JsonValue): Capture {
  const chain = withDissected(chainTo(value));
  const headers = headersOf(chain[0]);
  const requestLine = textIn(
    chain,
    ['request', 'request_line', 'requestline', 'msg', 'message'],
    /^[A-Z]{3,8} \S+ HTTP\/\d/,
  );
  const line = requestLine === undefined ? undefined : /^([A-Z]+) (\S+)/.exec(requestLine);
  const pseudo = (name: string): string | undefined => headers.list.find(([one]) => one === name)?.[1];
  const panel = panelOf(value);
  const method = textIn(chain, METHOD_NAMES, METHODS) ?? line?.[1] ?? pseudo(':method') ?? panel?.method;
  const target = targetIn(chain) ?? line?.[2] ?? pseudo(':path') ?? panel?.path;
  if (method === undefined || target === undefined) {
    if (headers.list.some(([name]) => isSvcName(name))) {
      return headersAlone(headers.list, { format: 'json', ...bodyIn(chain) });
    }
    throw captureInvalid(
      'expected JSON with "method", "path" (or "url"), "headers" and "body", got an object without the first two',
    );
  }
  const atMs = TIME_NAMES.map((name) => found(chain, name)).find((one) => typeof one === 'number');
  return {
    format: 'json',
    // Libraries keep it in lower case, and send it in capitals.
    method: METHODS.test(method) ? method.toUpperCase() : method,
    path: target,
    ...(target.includes('?') || !QUERY_NAMES.some((name) => isTaken(found(chain, name))) ? {} : { lacksQuery: true }),
    headers: headers.list,
    ...bodyIn(chain),
    ...statedLengthOf(headers.list),
    ...(headers.isWhole ? {} : { lacksHeaders: true }),
    ...(typeof atMs === 'number' ? { atMs } : {}),
    notes: [],
  };
}

/** All headers as Firefox copies them: `{"GET": {"scheme": …, "host": …, "filename": "/v1/…"}}` beside them. */
function panelOf(value: JsonValue): { readonly method: string; readonly path: string } | undefined {
  for (const [name, one] of isJsonObject(value) ? Object.entries(value) : []) {
    const path = isJsonObject(one) ? textMember(one, 'filename') : undefined;
    if (METHODS.test(name) && path !== undefined) return { method: name, path };
  }
  return undefined;
}

interface HeaderSet {
  readonly list: readonly Header[];
  /** Whether the form shows every header: a log's own choice of them need not. */
  readonly isWhole: boolean;
}

/** Wireshark puts what the first line says below that line, beside the headers. */
function withDissected(chain: readonly Members[]): readonly Members[] {
  const below = Object.values(chain[0] ?? {}).find(
    (one): one is Members => isJsonObject(one) && Object.hasOwn(one, 'http.request.uri'),
  );
  return below === undefined ? chain : [...chain.slice(0, 1), below, ...chain.slice(1)];
}

/** The object that holds signed headers, and those around it, the innermost first; the outermost alone when none does. */
function chainTo(value: JsonValue): readonly Members[] {
  let left = MOST_NODES;
  const search = (node: JsonValue | undefined, above: readonly Members[]): readonly Members[] | undefined => {
    left -= 1;
    if (left < 0 || node === undefined) return undefined;
    // A log's message is often JSON once more.
    if (typeof node === 'string') return /^\s*[{[][\s\S]*svc[-_]/i.test(node) ? search(inText(node), above) : undefined;
    if (isJsonArray(node)) return ofAttributes(node, above) ?? first(node, (one) => search(one, above));
    if (!isJsonObject(node)) return undefined;
    const chain = [node, ...above];
    if (headersOf(node).list.some(([name]) => isSvcName(name))) return chain;
    return first(Object.values(node), (one) => search(one, chain));
  };
  const ofAttributes = (list: readonly JsonValue[], above: readonly Members[]): readonly Members[] | undefined => {
    const named = attributesIn(list);
    return named === undefined ? undefined : search(named, above);
  };
  const whole = search(value, []);
  if (whole !== undefined) return whole;
  return isJsonObject(value) ? [value] : [];
}

function inText(text: string): JsonValue | undefined {
  return readStrictJson(utf8Bytes(text), { maxBytes: MOST_TEXT, maxDepth: 100 }).value;
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Parameters as a map or a list of them. */
const isTaken = (value: JsonValue | undefined): boolean =>
  value !== null && typeof value === 'object' && Object.keys(value).length > 0;

function found(chain: readonly Members[], name: string): JsonValue | undefined {
  return first(
    chain,
    (node) =>
      member(node, name) ??
      member(objectIn(node, 'http'), name) ??
      member(objectIn(node, 'httprequest'), name) ??
      member(contextOf(node), name),
  );
}

const objectIn = (node: Members, name: string): Members | undefined => {
  const one = member(node, name);
  return isJsonObject(one) ? one : undefined;
};
const contextOf = (node: Members): Members | undefined => {
  const context = objectIn(node, 'requestcontext');
  return context === undefined ? undefined : { ...context, ...objectIn(context, 'http') };
};

function textIn(chain: readonly Members[], names: readonly string[], form: RegExp): string | undefined {
  return first(chain, (node) =>
    first(names, (name) => {
      const one = found([node], name);
      return typeof one === 'string' && form.test(one) ? one : undefined;
    }),
  );
}

function targetIn(chain: readonly Members[]): string | undefined {
  const value = first(chain, (node) =>
    first(TARGET_NAMES, (name) => {
      const one = found([node], name);
      const text =
        typeof one === 'string'
          ? one
          : isJsonObject(one)
            ? (textMember(one, 'raw') ?? textMember(one, 'full') ?? textMember(one, 'original') ?? inParts(one))
            : undefined;
      return text !== undefined && /^(?:\/|[a-z]+:\/\/|\{\{)/i.test(text) ? text : undefined;
    }),
  );
  if (value === undefined) return undefined;
  const path = targetOfUrl(value) ?? value.replace(/^\{\{[^{}]*\}\}/, '');
  const query = first(QUERY_NAMES, (name) =>
    [found(chain, name)].find((one) => typeof one === 'string' && !/[\s{}]/.test(one)),
  );
  return typeof query === 'string' && query !== '' && !path.includes('?')
    ? `${path}?${query.replace(/^\?/, '')}`
    : path;
}

/** A URL that is printed part by part. */
function inParts(url: Members): string | undefined {
  // Go keeps the path decoded, and beside it as it was where that differs.
  const raw = textMember(url, 'RawPath') ?? '';
  const path = textMember(url, 'path') ?? textMember(url, 'pathname') ?? (raw === '' ? textMember(url, 'Path') : raw);
  const query = textMember(url, 'query') ?? textMember(url, 'search') ?? textMember(url, 'RawQuery') ?? '';
  return path === undefined || query === '' ? path : `${path}?${query.replace(/^\?/, '')}`;
}

const textMember = (node: Members, name: string): string | undefined => {
  const one = node[name];
  return typeof one === 'string' ? one : undefined;
};

/** `{name: value}`, `{name: [values]}`, `[[name, value]]`, `[{name, value}]`, `[name, value, …]`, or members named for headers. */
function headersOf(node: Members | undefined): HeaderSet {
  if (node === undefined) return { list: [], isWhole: true };
  for (const name of HEADER_NAMES) {
    const list = listOf(member(node, name));
    if (list.length > 0) return { list, isWhole: true };
  }
  const named = Object.entries(node).flatMap(([name, value]): readonly Header[] => {
    const header = headerOfVariable(name);
    const only = onlyOf(value);
    return header === undefined || (typeof only !== 'string' && typeof only !== 'number')
      ? []
      : [[header, String(only)]];
  });
  return { list: named, isWhole: false };
}

const BODY_WORD =
  /^(?:http_?|raw_?|req(?:uest)?_?)*(?:body|payload|postdata|data|content|entity)(?:_?(?:raw|text|string|bytes|encoded|base_?64|b64|hex))*$/i;

type FoundBody = Pick<Capture, 'body' | 'otherBodies' | 'shownBody' | 'showsBody' | 'decodedBodies'>;

function bodyIn(chain: readonly Members[]): FoundBody {
  const near = chain.slice(0, 2);
  const beside =
    first(near, (node) =>
      first(BODY_NAMES, (name) => {
        const value = member(node, name);
        return value === undefined ? undefined : ([name, value] as const);
      }),
    ) ?? first(near, (node) => Object.entries(node).find(([name]) => BODY_WORD.test(name.replaceAll('-', '_'))));
  // A log that leaves the body out does not say that there was none.
  if (beside === undefined) return { body: undefined, otherBodies: [new Uint8Array()] };
  const [name, value] = beside;
  const text = isJsonObject(value) ? wrappedText(value) : value;
  if (typeof text !== 'string' || text === '') return bodyOf(value);
  const encoding = statedEncoding([...(isJsonObject(value) ? [value] : []), ...chain], name);
  const decoded = encoding === undefined ? undefined : decodedAs(encoding, text);
  // What a word says of an encoding may be meant of something else: the text itself stays possible.
  if (decoded !== undefined) return { body: decoded, otherBodies: [utf8Bytes(text), ...readingsOf(text)] };
  return { ...bodyOf(value), decodedBodies: readingsOf(text) };
}

/** The text of `{encoding: 'base64', data: '…'}` and its like. */
function wrappedText(value: Members): string | undefined {
  const isWrapped = Object.keys(value).some((name) => /^(?:encoding|format|type|\$?content_?type)$/i.test(name));
  const inner = isWrapped && Object.keys(value).length <= 4 ? ['data', 'value', 'text', 'body', 'content'] : [];
  return first(inner, (name) => (encodedBeside(value) ? textMember(value, name) : undefined));
}

const encodedBeside = (value: Members): boolean => statedEncoding([value], '') !== undefined;

/**
 * Text, `{base64}`, Postman's `{mode, raw}`, bytes, or JSON of which the spelling is not known; absent or null is no body.
 */
export function bodyOf(
  value: JsonValue | undefined,
): Pick<Capture, 'body' | 'otherBodies' | 'shownBody' | 'showsBody'> {
  if (value === undefined || value === null) return { body: new Uint8Array() };
  if (typeof value === 'string') return { body: utf8Bytes(value) };
  if (isJsonObject(value)) {
    const base64 = textMember(value, 'base64');
    if (base64 !== undefined) return { body: fromBase64(base64) };
    // The tap of Envoy.
    const bytesOf = textMember(value, 'as_bytes');
    if (bytesOf !== undefined && value['truncated'] !== true) return { body: fromBase64(bytesOf) };
    const asString = textMember(value, 'as_string');
    if (asString !== undefined && value['truncated'] !== true) return { body: utf8Bytes(asString) };
    const raw = textMember(value, 'raw') ?? (value['mimeType'] === undefined ? undefined : textMember(value, 'text'));
    if (raw !== undefined) return { body: utf8Bytes(raw) };
    const isMeasured = Object.keys(value).every((name) => /^(?:content|bytes|size|length)$/.test(name));
    const content = isMeasured ? textMember(value, 'content') : undefined;
    if (content !== undefined) return { body: utf8Bytes(content) };
    const typed = typedText(value);
    if (typed !== undefined) return { body: utf8Bytes(typed), otherBodies: [utf8Bytes(JSON.stringify(value))] };
    const bytes = isJsonArray(value['data']) && value['type'] === 'Buffer' ? value['data'] : undefined;
    if (bytes !== undefined) return { body: Uint8Array.from(bytes, Number) };
  }
  const shown = utf8Bytes(JSON.stringify(value));
  // In many tools an object without members, or with nothing in any, stands for no body at all.
  if (isHollow(value)) return { body: undefined, otherBodies: [new Uint8Array(), shown] };
  // What was sent had some spelling, and the compact one is the likeliest.
  return { body: undefined, otherBodies: [shown], shownBody: shown, showsBody: true };
}

const isHollow = (value: JsonValue): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([name, one]) => one === null || one === '' || /^(?:mode|(?:content|mime)_?type)$/i.test(name),
  );

export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}
