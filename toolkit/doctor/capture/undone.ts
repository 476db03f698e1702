// Undoes what a tool did to a whole text that shows a request: the escapes of a page, quoted-printable mail, Wireshark's printed line ends,
// headings of Postman's console, tables of names and values, lists of YAML, a query folded over lines. Only where the text itself shows it.

import { textOfBytes } from './capture.js';
import { fromCurlConfig } from './curl-config.js';
import { DRESSES, fromListedHeaders } from './dressed-text.js';
import { fromBase64 } from './find-request.js';
import { fromLineMarks } from './line-marks.js';
import { fromPrefixes } from './line-prefixes.js';
import { fromFaraday, fromMessageHeader, fromSocat } from './printed-lines.js';
import { fromScreen } from './screen-lines.js';
import { withVariables } from './variables.js';

type Undo = (text: string) => string | undefined;

/** In the order in which they lie around one another. */
const UNDOS: readonly Undo[] = [
  fromCarriageReturns,
  fromOctal,
  fromPrefixes,
  fromContinued,
  fromEntities,
  ...DRESSES,
  fromLineMarks,
  fromQuotedPrintable,
  fromCell,
  fromCurlConfig,
  fromItems,
  fromMarkup,
  fromPrintedLineEnds,
  fromSocat,
  fromMessageHeader,
  fromFaraday,
  fromDots,
  fromFencedBody,
  fromConsole,
  fromTable,
  fromListedHeaders,
  fromYamlLists,
  fromFoldedTarget,
  fromScreen,
  withVariables,
];

/** The text as it was before; the same where nothing was done to it. */
export function undone(text: string): string {
  return UNDOS.reduce((so, undo) => undo(so) ?? so, text);
}

/** Lines as the old Macintosh ended them, and as some consoles give them; a terminal that is recorded adds one to the end of each. */
function fromCarriageReturns(text: string): string | undefined {
  if (/^svc-[^\n]*\r\r\n/im.test(text)) return text.replace(/\r{2,}\n/g, '\r\n');
  return !text.includes('\n') && /(?:\r[\w-]+:[^\r]*){3}/.test(text) ? text.replaceAll('\r', '\n') : undefined;
}

/** A daemon of syslog writes control characters in octal, behind a mark. */
function fromOctal(text: string): string | undefined {
  return /#012svc[-_](?:data|sign)\b/i.test(text)
    ? text.replace(/#0(09|11|12|15)/g, (_, code: string) => (code === '15' ? '\r' : code === '12' ? '\n' : '\t'))
    : undefined;
}

/** Blanks that a clipboard put behind the marks that a command goes on: no shell takes them. */
function fromContinued(text: string): string | undefined {
  const isCommand = /^\s*(?:\$ *)?(?:curl|https?|wget2?|xhs?|curlie)(?:\.exe)? /.test(text);
  return isCommand && /[\\^`][ \t\r]+\n/.test(text) ? text.replace(/([\\^`])[ \t\r]+\n/g, '$1\n') : undefined;
}

/** The quotation marks around headers as a page writes them: no one sends these, so that a page was copied as its text. */
function fromEntities(text: string): string | undefined {
  return /&(?:quot|#0*39|#x27|apos);svc[-_]/i.test(text) ? withoutEntities(text) : undefined;
}

/** RFC 2045, 6.7: no line longer than 76 characters, and soft line breaks. Padding of base64 is followed by a blank line at most. */
function fromQuotedPrintable(text: string): string | undefined {
  const isStated = /^content-transfer-encoding:\s*quoted-printable/im.test(text);
  const isNarrow = text.split(/\r?\n/).every((line) => line.length <= 78);
  const folds = isNarrow ? (text.match(/^.{70,77}=\r?\n(?=\S)/gm) ?? []) : [];
  // Folded with its name, a value was not folded by who made it.
  const isOfMail = folds.length >= FEWEST_FOLDS && folds.some((line) => /^svc-data:/i.test(line));
  if (!isStated && !(folds.length > 0 && /=3D/.test(text)) && !isOfMail) return undefined;
  const body = isStated ? text.replace(/^[\s\S]*?\r?\n\r?\n/, '') : text;
  const bytes = body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => utf8(run.split('=').slice(1)) ?? run);
  return bytes;
}

/** Soft line breaks of a text that does not say what it is. */
const FEWEST_FOLDS = 3;

function utf8(pairs: readonly string[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
    );
  } catch {
    return undefined;
  }
}

/** A request as the text of one cell, whose quotation marks are doubled (RFC 4180, 2). */
function fromCell(text: string): string | undefined {
  const cell = /(?:^|[,;\t\n])"([A-Z]{3,8} \/[^\n"]*(?: HTTP\/\d(?:\.\d)?)?\r?\n(?:[^"]|"")*)"(?=$|[,;\t\r\n])/.exec(
    text,
  )?.[1];
  return cell !== undefined && /^svc[-_](?:data|sign)\s*:/im.test(cell) ? cell.replaceAll('""', '"') : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A page, or a part of one: its tags prove that the escapes are its own. */
function fromMarkup(text: string): string | undefined {
  if (!/^\s*<(?:!doctype|html|body|pre|code|div|p|table|span|textarea)\b/i.test(text)) return undefined;
  const bare = text
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, '\t')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '');
  return withoutEntities(bare).trim();
}

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi;

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, hex?: string, digits?: string, name?: string) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    if (name === undefined) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    return ENTITIES[name.toLowerCase()] ?? whole;
  });
}

/** The request among the items that Burp saves. */
function fromItems(text: string): string | undefined {
  const [, encoded, inner = ''] = /<request base64="(true|false)">\s*<!\[CDATA\[([\s\S]*?)\]\]>/.exec(text) ?? [];
  const bytes = encoded === 'true' ? fromBase64(inner.replace(/\s/g, '')) : undefined;
  if (encoded === undefined) return undefined;
  return bytes === undefined ? inner : textOfBytes(bytes);
}

/** Lines of a head, at the least. */
const FEWEST_DOTS = 4;

/** ngrep writes a dot for the carriage return of each line. */
function fromDots(text: string): string | undefined {
  const start = /^[TU] \S+ -> \S+ \[[A-Z]+\].*\r?\n/m.exec(text);
  if (start === null) return undefined;
  const lines = text
    .slice(start.index + start[0].length)
    .split(/\r?\n/)
    .map((line) => line.replace(/^ {2}/, ''));
  const end = lines.findIndex((line) => line === '.' || !line.endsWith('.'));
  if (end < FEWEST_DOTS) return undefined;
  const body = lines[end] === '.' ? end + 1 : end;
  return [...lines.slice(0, end).map((line) => line.slice(0, -1)), '', ...lines.slice(body)].join('\n');
}

/** A body in the fence of a file of requests, right below the headers. */
function fromFencedBody(text: string): string | undefined {
  const form =
    /^(\s*[A-Z]{3,8} https?:\/\/\S+[ \t]*\r?\n(?:[\w-]+:[^\n]*\n)+)```\w*\r?\n([\s\S]*?)\r?\n```[ \t]*(?=\r?\n|$)/;
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, head = '', body = ''] = match;
  return `${head}\n${body}\n`;
}

const PRINTED_END = '\\r\\n';

/** Wireshark prints the line end of each header, and remarks of its own between them. */
function fromPrintedLineEnds(text: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const kept = lines
    .map((line) => line.trim())
    .filter((line) => line.endsWith(PRINTED_END))
    .map((line) => line.slice(0, -PRINTED_END.length).trim());
  if (kept.filter((line) => line !== '').length < 3) return undefined;
  return `${kept.join('\n').replace(/\n+$/, '')}\n${textBelow(lines)}`;
}

/** The body, where the panel shows it as a line of text. */
function textBelow(lines: readonly string[]): string {
  const data = lines.findIndex((line) => /^\s*(?:Line-based text data|File Data)/.test(line));
  const body = data === -1 ? undefined : lines.slice(data + 1).find((line) => /^\s*[{[]/.test(line));
  return body === undefined ? '\n' : `\n${body.trim().replace(/(?:\\r)?\\n$/, '')}`;
}

/** The request with its headings taken out, as far as the answer. */
function fromConsole(text: string): string | undefined {
  if (!/^[ \t▼▶]*Request Headers:?[ \t]*\r?$/im.test(text)) return undefined;
  const start = /(?<!\w)(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)\S+/.exec(text);
  if (start === null) return undefined;
  const heading = /^[ \t▼▶]*Request Headers:?[ \t]*\r?\n/im.exec(text);
  if (heading !== null && heading.index < start.index) return belowHeaders(text, heading, start);
  const [request = ''] = text.slice(start.index).split(/^[ \t▼▶]*(?:Response (?:Headers|Body)|General):?[ \t]*\r?$/im);
  const [head = '', ...rest] = request.split(/^[ \t▼▶]*Request Headers:?[ \t]*\r?\n/im);
  const [headers = '', body = ''] = rest
    .join('')
    .split(/^[ \t▼▶]*(?:Request (?:Body|Payload)|Form Data):?[ \t]*\r?\n/im);
  const names = headers
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const above = JMETER_BODY.exec(head)?.[1] ?? '';
  return [head.trim().split(/\r?\n/)[0] ?? '', ...names, '', (body.trim() === '' ? above : body).trim()].join('\n');
}

/** JMeter's words around a body. */
const JMETER_BODY = /^[A-Z]+ data:[ \t]*\r?\n([\s\S]*?)(?=\r?\n\r?\n\[|$(?![\s\S]))/m;

/** JMeter has the request line below the headers, and its own words around the body. */
function belowHeaders(text: string, heading: RegExpExecArray, start: RegExpExecArray): string {
  // A log goes on with its next entry behind an empty line.
  const [headers = ''] = text
    .slice(heading.index + heading[0].length, start.index)
    .trim()
    .split(/\r?\n[ \t]*\r?\n/);
  const below = text.slice(start.index + start[0].length);
  const body = JMETER_BODY.exec(below)?.[1] ?? '';
  return [start[0], headers, '', body.trim()].join('\n');
}

/** A request line of its own, above a table of headers. */
const LINE_ABOVE =
  /^[ \t]*[`*]{0,3}(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`*]{0,3} [`*]{0,3}((?:https?:\/\/|\/)[^\s`*]+)[`*]{0,3}[ \t]*$/m;

/** Columns of a panel, a sheet or a page: `name<tab>value`, `name,value`, `| name | value |`. */
function fromTable(text: string): string | undefined {
  const row = /^[ \t]*(?:\|[ \t]*)?["'`]?(:?[A-Za-z][\w -]{0,60}?)["'`]?[ \t]*(?:\t|,|\|)[ \t]*(.*?)[ \t]*\|?[ \t]*$/;
  const rows = text.split(/\r?\n/).map((line) => row.exec(line));
  if (rows.filter((one) => /^svc-/i.test(one?.[1] ?? '')).length < 3) return undefined;
  const pairs = rows.flatMap((one) =>
    one === null ? [] : [[(one[1] ?? '').trim().toLowerCase(), bare(one[2] ?? '')] as const],
  );
  const find = (names: RegExp): string | undefined => pairs.find(([name]) => names.test(name))?.[1];
  const line = LINE_ABOVE.exec(text);
  const method = find(/^:?(?:request )?(?:method|verb)$/) ?? line?.[1];
  const target = find(/^:?(?:request )?(?:url|uri|path|target)$/) ?? line?.[2];
  if (method === undefined || target === undefined) return undefined;
  const headers = pairs.filter(([name]) => /-/.test(name)).map(([name, value]) => `${name}: ${value}`);
  const fenced = line === null ? undefined : /\n[ \t]*```\w*\r?\n([\s\S]*?)\r?\n[ \t]*```/.exec(text)?.[1];
  const body = find(/^(?:request )?(?:body|payload)$/) ?? fenced;
  return [`${method.toUpperCase()} ${target}`, ...headers, '', body ?? ''].join('\n');
}

const bare = (value: string): string => value.replace(/^(["'`])(.*)\1$/, '$2').replaceAll('""', '"');

/** A list of one value below a name, as cassettes of tests have them. */
function fromYamlLists(text: string): string | undefined {
  const list = /^([ \t]*(?:svc|content)-[\w-]+):[ \t]*\r?\n[ \t]*- *(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*?))[ \t]*\r?$/gim;
  const whole = text.replace(
    list,
    (_, name: string, double = '', single = '', plain = '') => `${name}: "${double || single || plain}"`,
  );
  return whole === text ? undefined : whole;
}

/** A file of requests may fold the query, a mail program the request line. */
function fromFoldedTarget(text: string): string | undefined {
  const folded =
    /^(\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)\S*)((?:[ \t]*\r?\n[ \t]+[?&]\S*)+)/.exec(text);
  if (folded !== null) {
    const [all, first = '', rest = ''] = folded;
    return `${first}${rest.replace(/\s+/g, '')}${text.slice(all.length)}`;
  }
  const wrapped =
    /^(\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?: \S*)?)\r?\n[ \t]+(\S*?)[ \t]*(HTTP\/\d(?:\.\d)?)[ \t]*(?=\r?\n)/.exec(
      text,
    );
  if (wrapped === null) return undefined;
  const [all, first = '', rest = '', version = ''] = wrapped;
  const blank = /^\s*[A-Z]+$/.test(first) ? ' ' : '';
  return `${first}${blank}${rest} ${version}${text.slice(all.length)}`;
}
