// Requests that a library printed as it sent them: `send: b'POST …\r\n'` of Python, `<- "POST …\r\n"` of Ruby, `>> "POST …[\r][\n]"` of
// Apache HttpClient, one text of Go's `%q`, and the traces of curl with an offset before each line.
import { C_ESCAPES, escapedByte, escapedCharacter, withEscapes } from './c-escapes.js';
import { joined, utf8Bytes } from './capture.js';
import { rowOf } from './hex-dump.js';

const SENT = /(?:^|\s)(?:send: ?|<- ?|>> ?|write: ?|sent: ?|-->> ?)b?(["'])(.*)\1\s*$/;
const WHOLE =
  /b?(["'`])((?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)[^"'`\\]* HTTP\/\d\.\d\\r\\n.*)\1/s;

/** The bytes that were sent; undefined when the text is none of these. */
export function fromPrintedBytes(text: string): Uint8Array | undefined {
  const parts = text.split(/\r?\n/).flatMap((line) => {
    const inner = SENT.exec(line)?.[2];
    return inner === undefined ? [] : [unescaped(inner)];
  });
  if (parts.length > 0) return joined(...parts);
  const whole = WHOLE.exec(text)?.[2];
  return whole === undefined ? undefined : unescaped(whole);
}

const NAMED: Readonly<Record<string, number>> = { ...C_ESCAPES, '0': 0, e: 27 };
/** A character by its number: four digits, two halves of UTF-16 with four each, any number in braces, eight after a capital. */
const UNIT = String.raw`\\u(?:\{[0-9a-fA-F]{1,6}\}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|[0-9a-fA-F]{4})|\\U[0-9a-fA-F]{8}`;
const ESCAPE = new RegExp(
  String.raw`\[0x([0-9a-f]{2})\]|\[\\([rnt])\]|\\x([0-9a-fA-F]{2})|(${UNIT})|\\([0-7]{3})|\\(.)`,
  'g',
);

/** Escapes of bytes become bytes; every other character its UTF-8. */
export const unescaped = (text: string): Uint8Array =>
  withEscapes(text, ESCAPE, ([, wire, wireName, hex, unicode, octal, name = '']) => {
    if (unicode !== undefined) return utf8Bytes(charactersOf(unicode));
    const byte = escapedByte(wire ?? hex, octal) ?? NAMED[wireName ?? name];
    return byte === undefined ? utf8Bytes(name) : Uint8Array.of(byte);
  });

function charactersOf(escaped: string): string {
  const codes = Array.from(escaped.matchAll(/[0-9a-fA-F]+/g), ([digits]) => Number.parseInt(digits, 16));
  // The halves of a pair make one character.
  return codes.map((code) => (code > 0xffff ? escapedCharacter(code) : String.fromCharCode(code))).join('');
}

export interface Traced {
  readonly bytes: Uint8Array;
  /** A trace in text shows a dot for every byte that is not printable. */
  readonly isLossy: boolean;
}

/** What `curl --trace` and `--trace-ascii` show of a request: the parts below `=> Send`. */
export function fromTrace(text: string): Traced | undefined {
  const lines = text.split(/\r?\n/);
  const parts: Uint8Array[] = [];
  let isLossy = false;
  for (const [at, line] of lines.entries()) {
    const size = /=> Send (?:header|data), (\d+) bytes/.exec(line)?.[1];
    if (size === undefined) continue;
    const end = lines.findIndex((one, i) => i > at && !/^[0-9a-f]{4,}: /.test(one));
    const rows = lines.slice(at + 1, end === -1 ? lines.length : end);
    if (parts.length > 0 && /Send header/.test(line)) break;
    const isHex = rows.every((row) => /^[0-9a-f]{4,}: (?:[0-9a-f]{2} ){1,16}/.test(row));
    parts.push(isHex ? Uint8Array.from(rows.flatMap((row) => rowOf(row) ?? [])) : asciiRows(rows, Number(size)));
    isLossy ||= !isHex;
  }
  return parts.length === 0 ? undefined : { bytes: joined(...parts), isLossy };
}

/** The offsets tell where a line break was left out. */
function asciiRows(rows: readonly string[], size: number): Uint8Array {
  const parsed = rows.map((row) => ({ at: Number.parseInt(row, 16), text: row.replace(/^[0-9a-f]+: /, '') }));
  return new TextEncoder().encode(
    parsed
      .map(({ at, text }, i) => {
        const gap = (parsed[i + 1]?.at ?? size) - at - text.length;
        return gap >= 2 ? `${text}\r\n` : gap === 1 ? `${text}\n` : text;
      })
      .join(''),
  );
}
