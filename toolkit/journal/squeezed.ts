// A text as its letters and digits alone: without all that may stand between the characters of a secret (blanks, line breaks, signs, soft
// hyphens, tags), and with those that an escape of JSON, of a programming language, of an address or of HTML spells. Into arrays of the
// length of the text: whatever it holds, it costs a few times its own size. Runs in a browser too.

/** What a text usually has; a longer one gets room of its own. */
const ROOM = 16_384;

export interface Squeezed {
  /** ASCII codes of letters and digits. */
  readonly codes: Uint8Array;
  /** Where in the text each of them, or what spells it, begins. */
  readonly places: Uint32Array;
}

/** Used again for the next text: what came of the one before is void then. */
export class Room {
  readonly codes: Uint8Array = new Uint8Array(ROOM);
  readonly places: Uint32Array = new Uint32Array(ROOM);
}

const ASCII = 0x80;
const [ZERO, PERCENT, AMPERSAND, LESS, BACKSLASH] = [0x30, 0x25, 0x26, 0x3c, 0x5c];
const [LETTER_X, LOWER] = [0x78, 0x20];
/** Dropped, kept, or looked at with what follows. */
const [KEPT, OPENS] = [1, 2];
const KINDS = Uint8Array.from({ length: ASCII }, (_, code) => {
  if ([ZERO, PERCENT, AMPERSAND, LESS, BACKSLASH].includes(code)) return OPENS;
  return /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? KEPT : 0;
});
/** What opens says how long it is and what it spells, in one number: texts have hundreds of thousands. */
const SPELLS_BITS = 8;

/** Quoted, in JSON, in JSON once more. */
const MOST_BACKSLASHES = 4;
const MEANS_NOTHING = new Set([...'bfnrtv'].map((one) => one.charCodeAt(0)));
const SPELLS = new Set([...'ux01'].map((one) => one.charCodeAt(0)));
const AFTER_BACKSLASHES = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|([01][0-7]{2})/y;
const IN_HTML = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|[A-Za-z]{2,8});/y;
/** Those alone that break words: a name of one letter could be one of the secret. */
const TAG = /<\/?(?:wbr|br|em|span|div|li|td|tr)[ \t]{0,2}\/?>/iy;
/** Before a number, not within a word. */
const HEX_SIGN = /(?<![A-Za-z0-9])0x(?=[0-9A-F]{1,2}(?![A-Z0-9]))/iy;
const ESCAPED_PERCENT = /%([0-9A-Fa-f]{2})/y;

export function squeezed(text: string, room: Room): Squeezed {
  const codes = text.length > ROOM ? new Uint8Array(text.length) : room.codes;
  const places = text.length > ROOM ? new Uint32Array(text.length) : room.places;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < ASCII ? KINDS[code] : 0;
    if (kind === 0) continue;
    places[length] = at;
    codes[length] = code;
    if (kind === KEPT) {
      length += 1;
      continue;
    }
    const unit = unitAt(text, at, code);
    const spelled = unit & ((1 << SPELLS_BITS) - 1);
    codes[length] = spelled;
    if (KINDS[spelled] === KEPT || spelled === ZERO) length += 1;
    at += (unit >>> SPELLS_BITS) - 1;
  }
  return { codes: codes.subarray(0, length), places };
}

/** Behind the character, or what spells it, at a place of the text. */
export function endOfUnit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at + (code < ASCII && KINDS[code] === OPENS ? unitAt(text, at, code) >>> SPELLS_BITS : 1);
}

function unitAt(text: string, at: number, code: number): number {
  if (code === ZERO) {
    const isSign = (text.charCodeAt(at + 1) | LOWER) === LETTER_X && matchAt(HEX_SIGN, text, at) !== undefined;
    return isSign ? unit(2) : unit(1, ZERO);
  }
  if (code === PERCENT) {
    const [, hex] = matchAt(ESCAPED_PERCENT, text, at) ?? [];
    return hex === undefined ? unit(1) : unit(3, Number.parseInt(hex, 16));
  }
  if (code === AMPERSAND) {
    const [whole, hex, decimal] = matchAt(IN_HTML, text, at) ?? [];
    if (whole === undefined) return unit(1);
    if (decimal !== undefined) return unit(whole.length, Number(decimal));
    return unit(whole.length, hex === undefined ? 0 : Number.parseInt(hex, 16));
  }
  if (code === LESS) return unit(matchAt(TAG, text, at)?.[0].length ?? 1);
  let slashes = 1;
  while (slashes < MOST_BACKSLASHES && text.charCodeAt(at + slashes) === BACKSLASH) slashes += 1;
  const escaped = text.charCodeAt(at + slashes);
  if (MEANS_NOTHING.has(escaped)) return unit(slashes + 1);
  if (!SPELLS.has(escaped)) return unit(slashes);
  const [whole, byte, point, braced, octal] = matchAt(AFTER_BACKSLASHES, text, at + slashes) ?? [];
  if (whole === undefined) return unit(slashes);
  if (octal !== undefined) return unit(slashes + whole.length, Number.parseInt(octal, 8));
  return unit(slashes + whole.length, Number.parseInt(byte ?? point ?? braced ?? '', 16));
}

function unit(length: number, spelled = 0): number {
  return (length << SPELLS_BITS) | (spelled < ASCII ? spelled : 0);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
