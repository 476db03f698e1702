// The last resort for a text of unknown form that shows a signed request all the same: `map[Svc-Data:[…]]` of Go, Java's `{SVC-DATA=[…]}`,
// the environment of a CGI program, lines of a log. What is not found is not known; nothing is held against the request.
import { HEADER } from '../../signing/headers.js';
import { closing } from './brackets.js';
import type { Capture } from './capture.js';
import { statedLengthOf, targetOfUrl, utf8Bytes } from './capture.js';
import { headersAlone } from './headers-alone.js';
import { unescaped } from './printed-bytes.js';

const METHOD =
  /\b(?:(?:http)?method|request_method|verb)\b["'\]]{0,2}\s*[:=]+>?\s*(?:string\(\d+\) |\w+\(\w*=?)?b?["':]?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b|\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[ "',:)]+(?=\/|https?:)|(?:^|\n)(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \{[ \t]*\r?\n|\bhttp (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) -|https?:\/\/\S+ (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b|Request \[(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\]|\n[ \t]*(?:- )?(get|post|put|patch|delete|head|options):[ \t]*\r?\n/i;
const TARGET =
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b["')]{0,2}[ ,:]+["']?((?:https?:\/\/|\/)[^\s"'<>]*)|\b(?:request(?:_?uri)?|uri|url|path|target)["'\]]{0,2}\s*(?:[:=]+>?\s*(?:#<[\w:]+ |string\(\d+\) |[A-Za-z][\w.:]*\()?b?["']?|(?=")")((?:https?:\/\/|\/)(?:[^\s"'<>,]|,(?=[^\s"'<>,]))*)|(https?:\/\/\S+) (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/i;
/** A query that is printed apart from its path. */
const QUERY =
  /\b(?:raw_?)?query(?:[-_]?string)?["'\]]{0,2}\s*(?:[:=]+>?\s*(?:string\(\d+\) |\w+\()?|(?="))b?["'?]{1,2}([^\s"'<>{}]*=[^\s"'<>{}]*)["']/i;
const MOST_CHARACTERS = 2_000_000;
const MOST_BODIES = 60;

/** Undefined when the text names no method, no target, or none of the headers that hold the signature. */
export function scrape(whole: string): Capture | undefined {
  const text = withLineEnds(whole);
  const headers = headersIn(text);
  if (headers === undefined) return undefined;
  const method = METHOD.exec(text);
  const target = targetIn(text) ?? onlyAddress(text);
  const url = target?.[1] ?? target?.[2] ?? target?.[3];
  if (method === null || target === null || url === undefined || isComputed(text, target, url)) return undefined;
  const verb = (method.slice(1).find((one) => one !== undefined) ?? '').toUpperCase();
  // What stands behind the line of a status is the answer's.
  const answer = /(?:^|[\s"'{[>(])HTTP\/\d(?:\.\d)? [1-5]\d\d\b/m.exec(text)?.index ?? text.length;
  const length = valueAfter(text.slice(0, answer), 'content-length');
  const path = withoutMarks(targetOfUrl(url) ?? url);
  const query = path.includes('?') ? undefined : QUERY.exec(text)?.[1];
  return {
    format: 'text',
    method: verb,
    path: query === undefined ? path : `${path}?${query}`,
    headers,
    body: undefined,
    otherBodies: [new Uint8Array(), ...bodiesIn(text)],
    ...(length === undefined ? {} : statedLengthOf([['content-length', length]])),
    ...(showsBody(text, verb) ? { showsBody: true } : {}),
    lacksHeaders: true,
    notes: ['the form of the capture is not known: what it does not show may have been sent all the same'],
  };
}

/** Headers in one text have their line ends printed between them. */
const withLineEnds = (whole: string): string =>
  whole.slice(0, MOST_CHARACTERS).replace(/(?:\\r)?\\n(?=[A-Za-z][\w-]*: |\\r|\\n|["'])/g, '\n');

function headersIn(text: string): Capture['headers'] | undefined {
  const headers = Object.values(HEADER).flatMap((name) => {
    const value = valueAfter(text, name);
    // Only the idempotency key may be empty: of any other the value stands elsewhere.
    const isSeen = value !== undefined && (value !== '' || name === HEADER.idempotencyKey);
    return isSeen ? [[name, value] as const] : [];
  });
  return headers.some(([name]) => name === HEADER.data || name === HEADER.signature) ? headers : undefined;
}

/** Where neither a method nor a target is named: what a program computes stays unread. */
export function scrapeHeaders(whole: string): Capture | undefined {
  const text = withLineEnds(whole);
  const headers = headersIn(text);
  const isNamed = METHOD.test(text) || targetIn(text) !== null || /["'`](?:https?|wss?):\/\//.test(text);
  if (headers === undefined || headers.length < FEWEST_ALONE || isNamed) return undefined;
  const otherBodies = [new Uint8Array(), ...bodiesIn(text)];
  return { ...headersAlone(headers, { format: 'text', body: undefined }), otherBodies };
}

/** Of the six: a text that speaks of one or two of them is no request. */
const FEWEST_ALONE = 4;

/** The first that has a path: a file may state the server apart. */
function targetIn(text: string): RegExpExecArray | null {
  const all = [...text.matchAll(new RegExp(TARGET, 'gi'))];
  return (
    all.find((match) => !/^https?:\/\/[^/]*\/?$/.test(match.slice(1).find((one) => one !== undefined) ?? '')) ??
    all[0] ??
    null
  );
}

/** An address without a word for it, where there is no other and no call that may add to it. */
function onlyAddress(text: string): RegExpExecArray | null {
  if (/\w\(/.test(text)) return null;
  const form = /(https?:\/\/[^\s"'<>]+\/v\d+\/[^\s"'<>]*)/g;
  const found = form.exec(text);
  return form.exec(text) === null ? found : null;
}

/** Whether a program puts the target together of more than stands here. */
const isComputed = (text: string, match: RegExpExecArray, url: string): boolean => {
  const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 20);
  return /[{}]|\$\w/.test(url) || /^["'`]\s*(?:[+%]|\.\s*[$\w])/.test(behind);
};

/** What a sentence or a list puts behind a target. */
function withoutMarks(target: string): string {
  const bare = target.replace(/,[A-Z]\w*\(.*$/, '').replace(/[,;:]+$/, '');
  return bare.endsWith(']') && !bare.includes('[') ? bare.slice(0, -1) : bare;
}

const BODY_MEMBER =
  /(?<![\w-])(?:(?:request|req|raw)[ _-]?)?(?:body|data|payload|content|entity|json)["']?\s*(?:=>|[:=])\s*b?(?:["'][^"']|[{[]\s*["{\w])/i;

/** Whether some text stands where a body does, or, beside a method that has one, any JSON that is not the headers. */
function showsBody(text: string, method: string): boolean {
  if (BODY_MEMBER.test(text)) return true;
  if (/^(?:GET|HEAD|OPTIONS)$/.test(method)) return false;
  return Array.from(text.matchAll(/[{[]\s*\\?(?:"|\{(?!\w))/g))
    .slice(0, MOST_BODIES)
    .some(({ index }) => {
      const end = closing(text, index);
      return end !== undefined && !/svc[-_]/i.test(text.slice(index, end));
    });
}

/** What languages print around a text: the type of a slice, a list, a constructor. */
const WRAPPER = String.raw`(?:(?:array:\d+ \[\s*0 => |\[\][\w.]*\{|\w+[!.]?[([]|[[({])\s*){1,2}`;

/** After the name, in any case and with `_` for `-`, whatever marks a value there. */
function valueAfter(text: string, name: string): string | undefined {
  const spelled = name.replaceAll('-', '[-_]');
  const match = new RegExp(
    String.raw`(["']?)(?<![A-Za-z0-9-])(?:http_)?${spelled}(?![A-Za-z0-9_-])(?:${LINE}|${CLOSED}(?:${WRAPPER}(?=b?["'])|\[\s*)?(b?"(?:[^"\\]|\\.)*"|b?'(?:[^'\\]|\\.)*'|[^\s"',;()[\]{}]*))`,
    'i',
  ).exec(text);
  const value = match?.[2] ?? match?.[3];
  return value?.replace(/^b?(["'])(.*)\1$/s, '$2').replace(/\|[\w-]+:.*$/, '');
}

/** Name and value within one pair of quotation marks. */
const LINE = String.raw`:[ \t]*((?<=["'](?:http_)?[\w-]+:[ \t]*)[^"'\r\n]*)(?=\1)(?!\1[,:=])`;
/** What closes a name, and what stands between it and its value. */
const CLOSED = String.raw`["'\])]{0,3}(?:[ \t]*(?:=>\s*string\(\d+\) |(?:=>|[:=])[ \t]*)|\s*,\s*(?=b?["'])|[ \t]+value[ \t]*[:=][ \t]*|[ \t]+|\s*\n[ \t]*["']?value["']?[ \t]*[:=][ \t]*)`;

/** Whatever may have been a body: JSON between its brackets, and texts between quotation marks. The signed hash tells which was. */
function bodiesIn(text: string): readonly Uint8Array[] {
  const bodies: Uint8Array[] = [];
  // First what stands behind the word for it.
  const named = BODY_MEMBER.exec(text);
  const mark = named?.[0].search(/[{[]/) ?? -1;
  const marks = Array.from(text.matchAll(/[{[]/g), ({ index }) => index);
  for (const index of [...(named === null || mark === -1 ? [] : [named.index + mark]), ...marks]) {
    if (bodies.length >= MOST_BODIES) break;
    const end = closing(text, index);
    if (end !== undefined) bodies.push(utf8Bytes(text.slice(index, end)));
  }
  for (const [, , inner = ''] of text.matchAll(/b?(["'])((?:[^\\\n]|\\.){2,100000}?)\1(?=\s|$|,|\)|\})/g)) {
    if (bodies.length >= 2 * MOST_BODIES) break;
    bodies.push(utf8Bytes(inner), unescaped(inner));
  }
  return bodies;
}
