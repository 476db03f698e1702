// Captures that are source code in any language: the program that makes the request, as tools such as Postman and curlconverter write it.
// Told by its quoted texts alone: header names beside values, an address, the verb of a call, and the JSON that is sent. Nothing is run.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { HEADER } from '../../signing/headers.js';
import { parseJsonTree, printJsonTree } from '../search/json-tree.js';
import type { Capture } from './capture.js';
import { targetOfUrl, textOfBytes, utf8Bytes } from './capture.js';
import { bodyOf, fromBase64 } from './find-request.js';
import { readLiteral } from './literal.js';
import { assignedTo, isOpen, type SourceText, sourceTexts } from './source-texts.js';

type FoundBody = Pick<Capture, 'body' | 'otherBodies' | 'shownBody' | 'showsBody'>;
type Header = readonly [name: string, value: string];

const NAMES: readonly string[] = Object.values(HEADER);
const SIGNING: readonly string[] = [HEADER.data, HEADER.signature];
const VERB = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
const MOST_CHARACTERS = 400_000;

/** Undefined when the text names no signed header beside its value, or no address. */
export function readSource(source: string): Capture | undefined {
  if (source.length > MOST_CHARACTERS || !/["'`]\s*svc-(?:data|sign)\b/i.test(source)) return undefined;
  const texts = sourceTexts(source);
  const headers = headersIn(source, texts);
  if (!headers.some(([name]) => SIGNING.includes(name.toUpperCase()))) return undefined;
  const address = addressIn(texts, headers);
  const target = address && targetIn(address);
  const query = target === undefined || target.includes('?') ? '' : queryIn(source);
  if (target === undefined || query === undefined || PRINTED_QUERY.test(source)) return undefined;
  const method = verbIn(source, address);
  if (method === undefined) return undefined;
  return {
    format: 'script',
    method,
    path: target + query,
    headers,
    ...bodyIn(source, texts, method, headers),
    // A name without a value that is seen may have been sent with one.
    ...(isShownWhole(source, headers) ? {} : { lacksHeaders: true }),
    notes: [],
  };
}

/** The parts of an address, as Rust prints one. */
const PRINTED_QUERY = /\bquery: Some\(/;

const nameOf = (text: string): string | undefined => NAMES.find((name) => name === text.trim().toUpperCase());
const has = (headers: readonly Header[], name: string): boolean => headers.some(([one]) => one.toUpperCase() === name);
const isHeaderValue = (text: string, headers: readonly Header[]): boolean =>
  headers.some(([, value]) => value === text);

function isShownWhole(source: string, headers: readonly Header[]): boolean {
  const isNamed = (name: string): boolean => new RegExp(name.replaceAll('-', '[-_]?'), 'i').test(source);
  return headers.length >= NAMES.length - 1 && NAMES.every((name) => has(headers, name) || !isNamed(name));
}

/** What stands between a name and its value: `:`, `=>`, `,`, `"] = "`; the brackets of Go's lists too. */
const BETWEEN = /^\s*[\])]?\s*(?:=>|[:=,])\s*(?:\[\]string)?[[{]?\s*$/;
const BEHIND = /^\s*[\])]?\s*(?:=>|[:=,])\s*(?:(\d+)\b|([A-Za-z_$][\w$.]*))/;

/** The first value of each name: a program may make a second request below. */
function headersIn(source: string, texts: readonly SourceText[]): readonly Header[] {
  const found: Header[] = [];
  for (const [at, text] of texts.entries()) {
    // `Name;` is how curl, and its library, are told to send an empty one.
    const whole = /^\s*(svc-[a-z-]+)\s*(?::\s*([\s\S]*)|;)$/i.exec(text.value);
    const header: Header | undefined =
      whole === null || isOpen(text) ? beside(source, texts, at) : [whole[1] ?? '', (whole[2] ?? '').trim()];
    if (header !== undefined && nameOf(header[0]) !== undefined && !has(found, header[0].toUpperCase())) {
      found.push(header);
    }
  }
  return found;
}

function beside(source: string, texts: readonly SourceText[], at: number): Header | undefined {
  const text = texts[at];
  if (text === undefined || nameOf(text.value) === undefined) return undefined;
  const [next, last] = [texts[at + 1], texts[at - 1]];
  // Swift: `setValue("…", forHTTPHeaderField: "SVC-DATA")`.
  if (last !== undefined && /^\s*,\s*forHTTPHeaderField\s*:\s*$/.test(source.slice(last.end, text.start))) {
    return isOpen(last) ? undefined : [text.value, last.value];
  }
  if (next !== undefined && !isOpen(next) && BETWEEN.test(source.slice(text.end, next.start))) {
    return [text.value, next.value];
  }
  const [, number, name] = BEHIND.exec(source.slice(text.end, text.end + 200)) ?? [];
  const value = number ?? (name === undefined ? undefined : assignedTo(name, source, texts));
  return value === undefined ? undefined : [text.value, value];
}

/** The first that names a path of the interface; of several others the signed payload tells which. */
function addressIn(texts: readonly SourceText[], headers: readonly Header[]): SourceText | undefined {
  const named = texts.filter((text) => targetIn(text) !== undefined && !isHeaderValue(text.value, headers));
  const own = named.filter((text) => /^\/v\d+\//.test(targetIn(text) ?? ''));
  const data = headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1] ?? '';
  const signed = textOfBytes(fromBase64(data) ?? new Uint8Array());
  return own.find((text) => signed.includes(JSON.stringify(targetIn(text)))) ?? own[0] ?? named[0];
}

/** Of an address, of a path of this interface, or of either behind the name of a variable; undefined where more of it is computed. */
function targetIn({ value, goesOn }: SourceText): string | undefined {
  const bare = value.replace(/^(?:\$?\{\{?[\w.]+\}?\}|#\{[\w.]+\})(?=\/)/, '');
  const target = targetOfUrl(bare) ?? (/^\/v\d+\/\S*$/.test(bare) ? bare : undefined);
  return target === undefined || goesOn || target === '/' || /[{}\s]|\$\w/.test(target) ? undefined : target;
}

/** `params={…}` of clients that write the query themselves; undefined where it cannot be told how they do. */
function queryIn(source: string): string | undefined {
  const match = /\b(?:params|query|searchParams)\b["']?\s*[:=]\s*(?=[{[])/.exec(source);
  if (match === null) return '';
  const value = readLiteral(source, match.index + match[0].length)?.value;
  // The settings of a call, as k6 names them.
  if (isJsonObject(value) && 'headers' in value) return '';
  const pairs = isJsonArray(value) ? value : isJsonObject(value) ? Object.entries(value) : [];
  const texts = pairs.map((pair) => (isJsonArray(pair) ? pair.map(String).join('=') : ''));
  return texts.every((text) => /^[\w.~-]+=[\w.~-]*$/.test(text))
    ? texts.length === 0
      ? ''
      : `?${texts.join('&')}`
    : undefined;
}

const STATED = new RegExp(
  String.raw`\b(?:method|verb|httpMethod|CURLOPT_CUSTOMREQUEST|request)\b["']?\s*(?:=>|[:=,(])\s*["'\`]?(${VERB})\b`,
  'i',
);
const ARGUMENT = new RegExp(String.raw`["'](${VERB})["']\s*[,)]`, 'i');
const MEMBER = new RegExp(String.raw`\b(?:HttpMethod\.|Method::|HTTP::|Method\.|http\.Method)(${VERB})\b`, 'i');
/** Calls that read where they name no verb. */
const READING =
  /\b(?:fetch|axios|request|urlopen|curl_init|newBuilder|Builder|URLRequest|NewRequest|curl_easy_perform)\s*\(|\b(?:requests|httpx|session|client|http|https|got|axios)\.get\s*\(/i;
const SENDING = /\.(post|put|patch|delete)\s*\(/i;

function verbIn(source: string, address: SourceText | undefined): string | undefined {
  const before = source.slice(Math.max(0, (address?.start ?? 0) - 80), address?.start);
  const call = new RegExp(String.raw`\b(${VERB})\s*\(\s*(?:[\w.:]+\(\s*)*[bfu$@]*$`, 'i').exec(before);
  if (/^wss?:/i.test(address?.value ?? '')) return 'GET';
  const verb =
    call?.[1] ?? [STATED, ARGUMENT, MEMBER, SENDING].map((form) => form.exec(source)?.[1]).find((one) => one);
  if (verb !== undefined) return verb.toUpperCase();
  if (/CURLOPT_POST/.test(source)) return 'POST';
  return READING.test(source) ? 'GET' : undefined;
}

const SENT =
  /\b(?:json_data|json|data|body|payload|content)\b["']?\s*(?:=>|[:=])\s*(?:JSON\.stringify\(|json\.dumps\()?\s*(?=[{[])/;
const HINT =
  /\b(?:json|data|body|payload|content|POSTFIELDS)\b["']?\s*(?:=>|[:=,(])|\.(?:send|write|body|setBody)\(\s*[^)\s]/i;

/** An object in the spellings of Python as well, which writes blanks and nothing but ASCII. */
export function withPython(value: JsonValue): FoundBody {
  const found = bodyOf(value);
  const tree = parseJsonTree(JSON.stringify(value));
  if (tree === undefined || found.otherBodies === undefined) return found;
  const spaced = printJsonTree(tree, { comma: ', ', colon: ': ' });
  const inAscii = spaced.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { ...found, otherBodies: [...found.otherBodies, ...[spaced, inAscii].map(utf8Bytes)] };
}

/** The one text of JSON that is no header; of several the signed hash tells which. */
function bodyIn(source: string, texts: readonly SourceText[], method: string, headers: readonly Header[]): FoundBody {
  const sent = texts.filter(({ plain }) => /^\s*[{[]\s*["\]}[{\d]/.test(plain) && !/svc-(?:data|sign)/i.test(plain));
  const known = sent.filter((text) => !isOpen(text));
  const bodies = known.flatMap(({ value, plain }) => [...new Set([value, plain])].map(utf8Bytes));
  const [first] = bodies;
  if (first !== undefined && sent.length === 1) return { body: first, otherBodies: bodies.slice(1) };
  if (sent.length > 0) return { body: undefined, otherBodies: bodies, showsBody: true };
  const written = SENT.exec(source);
  const value = written === null ? undefined : readLiteral(source, written.index + written[0].length)?.value;
  if (value !== undefined) return withPython(value);
  const isRead = /^(?:GET|HEAD|OPTIONS)$/.test(method);
  if (isRead && !HINT.test(source)) return { body: new Uint8Array() };
  const others = texts.map(({ value: text }) => text).filter((text) => !isHeaderValue(text, headers));
  return { body: undefined, otherBodies: [new Uint8Array(), ...others.map(utf8Bytes)] };
}
