// Keys written as bytes in quotes: what is a letter by chance stands for itself, the rest is escaped, as Python, Rust, Go, C, JavaScript, a
// shell or an address does it, and once more where that stands in JSON. Runs in a browser too.

/** One escape: hexadecimal, of a code point, octal, a letter, what stands for itself, of an address, of HTML. */
const ESCAPE =
  /\\(?:x([0-9A-Fa-f]{2})|u(?:00([0-9A-Fa-f]{2})|\{0{0,4}([0-9A-Fa-f]{1,2})\})|([0-3][0-7]{2}|[0-7]{1,2})|([abtnvfre])|([\\'"`/ ]))|%([0-9A-Fa-f]{2})|&#(?:x([0-9A-Fa-f]{1,2})|([0-9]{1,3}));/g;
const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
};
/** Of 32 random bytes some are no printable ASCII, but for one key in a million millions: a text without a sign of one holds none. */
const SIGN = /\\(?:x[0-9A-Fa-f]|u00[0189A-Fa-f][0-9A-Fa-f]|u\{|[0-3][0-7])|%[0189A-Fa-f][0-9A-Fa-f]|&#|[\x80-\xff]/;
/** Quoted, in JSON, in JSON once more. */
const MOST_PASSES = 4;

interface Unescaped {
  readonly text: string;
  /** Where each character came from; one place more for the end. Undefined where each is where it was. */
  readonly places: readonly number[] | undefined;
}

export class EscapedBytes {
  readonly #known = new Set<string>();

  learn(bytes: Uint8Array): void {
    this.#known.add(String.fromCharCode(...bytes));
  }

  /** The text with each of them replaced. */
  replace(text: string, mark: () => string): string {
    if (this.#known.size === 0 || !SIGN.test(text)) return text;
    const found: Stretch[] = [];
    let form: Unescaped | undefined = { text, places: undefined };
    for (let pass = 0; pass <= MOST_PASSES && form !== undefined; pass += 1) {
      found.push(...this.#stretches(form));
      form = unescaped(form);
    }
    let clean = '';
    let done = 0;
    for (const { start, end } of found.sort((left, right) => left.start - right.start)) {
      if (start < done) continue;
      clean += text.slice(done, start) + mark();
      done = end;
    }
    return clean + text.slice(done);
  }

  /** Where known bytes stand in a form of a text, as places of the text. */
  #stretches({ text, places }: Unescaped): readonly Stretch[] {
    return [...this.#known].flatMap((known) => {
      const found: Stretch[] = [];
      for (let at = text.indexOf(known); at >= 0; at = text.indexOf(known, at + known.length)) {
        const end = at + known.length;
        found.push({ start: places?.[at] ?? at, end: places?.[end] ?? end });
      }
      return found;
    });
  }
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** One level of escapes less; undefined where there is none. */
function unescaped({ text, places }: Unescaped): Unescaped | undefined {
  const from: number[] = [];
  const parts: string[] = [];
  let done = 0;
  const keep = (end: number): void => {
    for (let index = done; index < end; index += 1) from.push(places?.[index] ?? index);
    parts.push(text.slice(done, end));
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    from.push(places?.[match.index] ?? match.index);
    parts.push(characterOf(match));
    done = match.index + match[0].length;
  }
  if (done === 0) return undefined;
  keep(text.length);
  from.push(places?.[text.length] ?? text.length);
  return { text: parts.join(''), places: from };
}

function characterOf([, hex, point, braced, octal, letter, itself, percent, entity, number]: RegExpMatchArray): string {
  if (letter !== undefined) return LETTERS[letter] ?? letter;
  if (itself !== undefined) return itself;
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (number !== undefined) return String.fromCharCode(Number(number));
  return String.fromCharCode(Number.parseInt(hex ?? point ?? braced ?? percent ?? entity ?? '', 16));
}
