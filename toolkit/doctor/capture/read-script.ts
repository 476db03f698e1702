// Captures that are source code or what a program prints of its request: "copy as fetch" and "copy as PowerShell" of a browser, a call of
// axios,
// `util.inspect` of options, a Python dictionary. Nothing is run.
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { Capture } from './capture.js';
import { statedLengthOf, targetOfUrl, utf8Bytes } from './capture.js';
import { bodyOf, findRequest } from './find-request.js';
import { listOf } from './header-lists.js';
import { isSvcName } from './header-names.js';
import { powershellText, readLiteral } from './literal.js';
import { unescaped } from './printed-bytes.js';
import { readSource, withPython } from './read-source.js';

/** Undefined when the text is no such source. */
export function readScript(text: string): Capture | undefined {
  const fetched = readFetch(text);
  const isSigned = fetched?.headers.some(([name]) => isSvcName(name)) === true;
  if (isSigned && !lacksBody(fetched, text)) return readPowershell(text) ?? fetched;
  return readPowershell(text) ?? readDump(text) ?? readPrinted(text) ?? readSource(text) ?? unsigned(text, fetched);
}

/** Where the body stands before the options, or in a variable above the call. */
function lacksBody({ body, shownBody }: Capture, text: string): boolean {
  if (body === undefined || body.length > 0) return body === undefined && shownBody === undefined;
  const source = readSource(text);
  return source?.showsBody === true || (source?.body?.length ?? 0) > 0;
}

/** A call without signed headers, where no others are named anywhere. */
const unsigned = (text: string, fetched: Capture | undefined): Capture | undefined =>
  /svc[-_]/i.test(text) ? undefined : fetched;

const FETCH =
  /\b(?:fetch|axios(?:\.(\w+))?|got(?:\.(\w+))?|request(?:s)?\.(\w+)|http(?:x|s)?\.(\w+)|new Request)\s*\(\s*([bfu]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`))\s*(,|\))/;

function readFetch(text: string): Capture | undefined {
  const match = FETCH.exec(text);
  if (match === null) return undefined;
  const url = readLiteral(match[5] ?? '')?.value;
  const target = typeof url === 'string' ? targetOfUrl(url) : undefined;
  if (target === undefined) return undefined;
  const verb = match.slice(1, 5).find((one) => one !== undefined && /^(?:get|post|put|patch|delete|head)$/i.test(one));
  const options = readLiteral(`(${text.slice(match.index + match[0].length)}`)?.value;
  const [given, ...more] = Array.isArray(options) ? options : [options];
  // `post(url, body, {…})`: a body that is no name of a variable.
  const isBody = more.length > 0 && /^\s*[bfu]?["'`{[]/.test(text.slice(match.index + match[0].length));
  const settings = (more.length > 0 ? more : [given]).filter((one) => isJsonObject(one));
  const members = Object.assign({}, ...settings, isBody ? { body: given } : {});
  const value: Readonly<Record<string, JsonValue>> = { method: verb ?? 'GET', ...members };
  const method = String(value['method'] ?? 'GET').toUpperCase();
  const sent = value['body'] ?? value['data'] ?? value['content'];
  return {
    format: 'script',
    method,
    path: target,
    headers: listOf(value['headers']),
    ...(sent === undefined ? withPython(value['json'] ?? null) : bodyOf(sent)),
    notes: [],
  };
}

const TEXT = String.raw`("(?:[^"\`]|\`[\s\S]|"")*"|'(?:[^']|'')*')`;

/** Undefined where the argument is not given, `unknown` where it is no text that stands here. */
function powershellArgument(text: string, name: string): string | 'unknown' | undefined {
  const value = String.raw`(?:\(\[System\.Text\.Encoding\]::UTF8\.GetBytes\()?(${TEXT}|\$\w+|\(|@)`;
  // As an argument, or as a member of a table that is handed over whole (`@params`).
  const given =
    new RegExp(String.raw`-${name}[ \t:]+${value}`, 'i').exec(text) ??
    (/[ \t]@\w+/.test(text)
      ? new RegExp(String.raw`(?:^|[{;\n])[ \t]*${name}[ \t]*=[ \t]*${value}`, 'i').exec(text)
      : null);
  const written = given?.[1];
  if (written === undefined) return undefined;
  if (/^["']/.test(written)) return powershellValue(written);
  if (!written.startsWith('$')) return 'unknown';
  const variable = String.raw`[$]${written.slice(1)}[ \t]*=[ \t]*`;
  const here = new RegExp(String.raw`${variable}@(["'])[ \t]*\r?\n([\s\S]*?)\r?\n\1@`, 'i').exec(text);
  if (here !== null) return here[1] === "'" ? (here[2] ?? '') : powershellText(here[2] ?? '');
  const plain = new RegExp(variable + TEXT, 'i').exec(text)?.[1];
  return plain === undefined ? 'unknown' : powershellValue(plain);
}

function readPowershell(text: string): Capture | undefined {
  if (!/\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i.test(text)) return undefined;
  const argument = (name: string): string | undefined => {
    const found = powershellArgument(text, name);
    return found === 'unknown' ? undefined : found;
  };
  const url = argument('Uri') ?? /https?:\/\/[^\s"'`]+/.exec(text)?.[0];
  const target = url === undefined ? undefined : targetOfUrl(url);
  if (target === undefined) return undefined;
  const tables = [...text.matchAll(/@\{([\s\S]*?)\n?\s*\}(?=\s|$|`)/g)].map(([, inner = '']) => inner);
  const table = tables.find((inner) => /svc[-_]/i.test(inner)) ?? '';
  const pair = new RegExp(String.raw`(?:${TEXT}|([\w-]+))\s*=\s*${TEXT}`, 'g');
  const headers = [...table.matchAll(pair)].map(
    ([, quoted, bare = '', value = '']) =>
      [quoted === undefined ? bare : powershellValue(quoted), powershellValue(value)] as const,
  );
  const added = [...text.matchAll(new RegExp(String.raw`\.Add\(\s*${TEXT}\s*,\s*${TEXT}\s*\)`, 'gi'))].map(
    ([, name = '', value = '']) => [powershellValue(name), powershellValue(value)] as const,
  );
  const body = powershellArgument(text, 'Body');
  const isUnknown = body === 'unknown' || /-InFile\b|\bInFile\s*=/i.test(text);
  return {
    format: 'script',
    method: (argument('Method') ?? /\bMethod[ \t:=]+(\w+)/i.exec(text)?.[1] ?? 'GET').toUpperCase(),
    path: target,
    headers: [...headers, ...added],
    body: isUnknown ? undefined : utf8Bytes(body ?? ''),
    notes: isUnknown
      ? ['the body is made by the script or lies in a file; give its bytes apart to judge its hash']
      : [],
  };
}

function powershellValue(quoted: string): string {
  const inner = quoted.slice(1, -1);
  return quoted.startsWith("'") ? inner.replaceAll("''", "'") : powershellText(inner);
}

/** A method and a URL, a printed dictionary of headers below them, and the body as it was printed below that. */
function readDump(text: string): Capture | undefined {
  const line = /^\s*([A-Z]+) (\S+)[ \t]*\r?\n\s*(?=[\w.]*\(?\{)/.exec(text);
  const target = line === null ? undefined : targetOfUrl(line[2] ?? '');
  const printed = line === null ? undefined : readLiteral(text, line[0].length);
  if (line === null || target === undefined || printed === undefined) return undefined;
  const headers = listOf(printed.value);
  const rest = text.slice(printed.end).trim();
  const isBody = /^(?:[bBuU]{0,2}"(?:[^"\\\n]|\\.)*"|[bBuU]{0,2}'(?:[^'\\\n]|\\.)*'|None)$/.test(rest);
  if (!isBody || !headers.some(([name]) => isSvcName(name))) return undefined;
  const body = /^[bB]/.test(rest) ? unescaped(rest.slice(2, -1)) : bodyOf(readLiteral(rest)?.value ?? null).body;
  const found = { method: line[1] ?? 'GET', path: target, headers, body, ...statedLengthOf(headers) };
  return { format: 'script', ...found, notes: [] };
}

/** Objects that are tried for the request, from the start of the text on. */
const MOST_OBJECTS = 12;

/** An object as it was printed, alone or within what an error prints, with the method and the target in it. */
function readPrinted(text: string): Capture | undefined {
  if (!/^\s*(?:[\w.]*Error\b|(?:[\w.]+\s*)?\{)/.test(text)) return undefined;
  for (const start of [...text.matchAll(/\{/g)].slice(0, MOST_OBJECTS)) {
    const value = readLiteral(text, start.index)?.value;
    if (value === undefined || !isJsonObject(value)) continue;
    try {
      const capture = findRequest(value);
      const isRequest = capture.headers.some(([name]) => isSvcName(name)) && capture.lacksRequestLine !== true;
      if (isRequest) return { ...capture, format: 'script' };
    } catch {
      // Without a request in it, the text may still name one otherwise.
    }
  }
  return undefined;
}
