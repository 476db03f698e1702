// Takes off what tools and people put around the text of a request: the fences of Markdown, the marks before each line (`> `, a log's head,
// an indentation), the words of OkHttp or mitmproxy. What is left is HTTP text for `read-http.ts`.
import { asciiView } from './framing.js';

const METHOD = '(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
const REQUEST = new RegExp(
  String.raw`^(|.{0,200}?[\s"'>|:\]])(${METHOD} (?:\/|https?:\/\/|wss?:\/\/)[^\s"]*(?: HTTP\/\d(?:\.\d)?| h2c?| http\/\d(?:\.\d)?)?(?: \(.*-byte body\))?)\s*$`,
);
const PSEUDO = /^(|.{0,200}?[\s"'>|\]])(:(?:method|path|authority|scheme): ?\S+)\s*$/;
/** Where the part of the request ends, at the start of a line. */
const ENDS =
  /^(?:--> END|<-- |<<|<= |< |#{3}|={3,}|-{3,}(?:request end|response)|reply: |-> "|\[?curl\b|HTTP\/\d(?:\.\d)? \d{3})/;
const CURL_REMARK = /^\* (?:\[HTTP\/[23]\] |h2h3 |h[23] )\[/;
const HEADER_LIKE = /^(.{0,200}?)(:?[A-Za-z][\w-]*): ?\S*/;

const GLUED_FENCE = new RegExp(String.raw`(^|\n)([ \t]*\x60{3})(?=${METHOD} )`, 'g');

/** The block inside a Markdown fence that speaks of a signed request; the text itself where there is none. */
export function withoutFence(text: string): string {
  // A chat takes the marks of a block without a line of their own.
  const parted = text.replace(GLUED_FENCE, '$1$2\n');
  const whole = parted === text ? text : parted.replace(/(\S)(`{3})[ \t]*$/gm, '$1\n$2');
  const blocks = [...whole.matchAll(/(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n[ \t]*\1/g)].map(
    ([, , inner = '']) => inner,
  );
  return blocks.find((block) => /svc[-_]/i.test(block)) ?? blocks.find((block) => block.trim() !== '') ?? text;
}

/** The lines of a request without what stands before each; undefined when no line is the first of a request. */
export function peeled(text: string): string | undefined {
  // Of HTTP/2 and 3, curl -v names every header in a remark before it shows the request.
  const lines = text.split(/\r?\n/).filter((line) => !CURL_REMARK.test(line));
  const starts = lines.flatMap((line, at) => {
    const match = REQUEST.exec(line) ?? PSEUDO.exec(line);
    return match === null ? [] : [{ at, prefix: match[1] ?? '', first: match[2] ?? '' }];
  });
  const signedFrom = lines.findIndex((line) => /svc[-_]/i.test(line));
  // The last first line above the first of the six headers; pseudo headers begin with their first.
  const above = starts.filter(({ at }) => signedFrom === -1 || at <= signedFrom);
  const last = above.findLast(({ first }) => !first.startsWith(':')) ?? above[0];
  if (last === undefined) return undefined;
  return [last.first, ...restOf(lines.slice(last.at + 1), last.prefix)].join('\n');
}

function restOf(lines: readonly string[], firstPrefix: string): readonly string[] {
  const mark = markOf(lines, firstPrefix);
  const rest: string[] = [];
  for (const [at, line] of lines.entries()) {
    const own = mark.exec(line);
    const bare = own === null ? line : line.slice(own[0].length);
    if (ENDS.test(bare.trimStart()) || /^#{3}/.test(line)) {
      const date = /(?:^|\n)[^\n]{0,80}?\bdate: *([^\n]+)/i.exec(lines.slice(at).join('\n').slice(0, 20_000))?.[1];
      // The head ended there, whole.
      if (date === undefined) return rest.includes('') ? rest : [...rest, ''];
      // Read by what follows as the answer below the request.
      return [...rest, '', '', 'HTTP/1.1 000', `Date: ${date.replace(/['"\\rn]+$/, '')}`];
    }
    // Insomnia marks the body otherwise than the head.
    const sent = mark.test('> ') ? /^\| (.*)$/.exec(line)?.[1] : undefined;
    // Lines without the mark are the tool's own remarks, but for the first text below the head that is as long as stated.
    const isBody = rest.includes('') && own === null && String(byteLength(line)) === statedIn(rest);
    if (isBody) return [...rest, line];
    if (sent !== undefined) rest.push(...(rest.includes('') ? [] : ['']), sent);
    else if (own !== null || mark.source === '^') rest.push(bare);
  }
  return rest;
}

const byteLength = (line: string): number => new TextEncoder().encode(line).length;
const statedIn = (head: readonly string[]): string | undefined =>
  head.map((line) => /^content-length: *(\d+)\s*$/i.exec(line)?.[1]).find((length) => length !== undefined);

/** What stands before every line: as before the first one without an arrow, or else the indentation of the first header. */
function markOf(lines: readonly string[], firstPrefix: string): RegExp {
  const base = firstPrefix.replace(/-->\s*$/, '');
  const pattern = new RegExp(
    `^${base
      .replace(/\s+$/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\d+/g, '\\d+')
      // Numbers that are set to the right lose a blank for each digit that they win.
      .replace(/^ +(?=\\d)/, ' *')}${/\s$/.test(base) ? '[ \\t]?' : ''}`,
  );
  const header = lines.find((line) => HEADER_LIKE.test(line.trim()));
  if (base !== '' && header !== undefined && pattern.test(header) && /\S/.test(base)) return pattern;
  const indentation = /^[ \t]*/.exec(header ?? '')?.[0] ?? '';
  return indentation === '' ? /^/ : new RegExp(`^(?:${indentation}|[ \\t]*$)`);
}

/** The head of the panel of a browser. */
const PANEL = /^Request URL:?[ \t]*\r?\n?[ \t]*((?:https?|wss?):\/\/\S+)\s+Request Method:?\s*([A-Z]+)[ \t]*\r?\n/m;

/** A name with nothing below it but the next name, or an empty line, has no value. */
function namesWithValues(lines: readonly string[]): readonly string[] {
  const pairs: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const name = /^(:?[A-Za-z][\w-]*):?\s*$/.exec(lines[at] ?? '')?.[1];
    if (name === undefined) continue;
    const below = (lines[at + 1] ?? '').trim();
    const isName = /^:?[a-z][\w-]*:$/i.test(below);
    pairs.push(`${name}: ${isName ? '' : below}`);
    if (!isName) at += 1;
  }
  return pairs.filter((pair) => !pair.startsWith(':'));
}

/** The request of a page's panel that writes each name on a line of its own, the value below it. */
export function fromNameLines(text: string): string | undefined {
  const panel = PANEL.exec(text);
  if (panel !== null) {
    const [whole, url = '', method = ''] = panel;
    const lines = text.slice(panel.index + whole.length).split(/\r?\n/);
    // Copied in one piece, each value stands behind its name.
    const beside = lines.findIndex((line) => /^svc-[\w-]+:[ \t]*\S/i.test(line));
    if (beside !== -1) return [`${method} ${url}`, ...lines.slice(beside)].join('\n');
    const from = lines.findIndex((line) => /^(?::|svc-)[\w-]+:?\s*$/i.test(line));
    return from === -1 ? undefined : [`${method} ${url}`, ...namesWithValues(lines.slice(from))].join('\n');
  }
  if (!/^:method:?[ \t]*\r?\n[A-Z]+[ \t]*$/m.test(text)) return undefined;
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((line) => /^:[a-z]+:?\s*$/.test(line));
  const pairs: string[] = [];
  for (let at = from; at + 1 < lines.length; at += 2) {
    const name = (lines[at] ?? '').trim().replace(/(?<=.):$/, '');
    if (!/^:?[\w-]+$/.test(name)) break;
    pairs.push(`${name}: ${(lines[at + 1] ?? '').trim()}`);
  }
  return pairs.join('\n');
}

/** UTF-16, by its mark or by its zero bytes, as UTF-8; without the marks that editors put first. */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.subarray(3);
  const head = asciiView(bytes.subarray(0, 64));
  const isLittle = (a === 0xff && b === 0xfe) || /^(?:[^\0]\0){8}/.test(head);
  const isBig = (a === 0xfe && b === 0xff) || /^(?:\0[^\0]){8}/.test(head);
  if (!isLittle && !isBig) return bytes;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes));
}
