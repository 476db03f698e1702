// Special values of text: what is alike and not the same for a reader that folds case, cuts off, trims, reads numbers or leaves marks out.
// All stay within letters, digits and the marks `. _ - ~`, so that they are good keys as well (interface 8).

export interface Alike {
  readonly words: string;
  /** Two texts that differ, made of a text of letters and digits that is nowhere else. */
  readonly of: (fresh: string) => readonly [string, string];
}

const pair =
  (one: string, other: string): Alike['of'] =>
  (fresh) => [`${fresh}${one}`, `${fresh}${other}`];

export const ALIKE_TEXTS: readonly Alike[] = [
  { words: 'the case of the last letter', of: pair('k', 'K') },
  { words: 'the case of the first letter', of: (fresh) => [`q${fresh}`, `Q${fresh}`] },
  { words: 'the last mark', of: pair('.x', '_x') },
  // Each two of the four that are not told apart above.
  { words: 'marks that stand for one another', of: pair('a-b', 'a_b') },
  { words: 'a full stop and a tilde', of: pair('a.b', 'a~b') },
  { words: 'a full stop and a hyphen', of: pair('a.b', 'a-b') },
  { words: 'a hyphen and a tilde', of: pair('a-b', 'a~b') },
  { words: 'an underscore and a tilde', of: pair('a_b', 'a~b') },
  { words: 'a mark between', of: pair('ab', 'a.b') },
  { words: 'a mark at the end', of: pair('x', 'x.') },
  { words: 'tildes at the end', of: pair('x~', 'x~~') },
  { words: 'letters that look alike', of: pair('l1I', 'lI1') },
  { words: 'a zero and the letter O', of: pair('0', 'O') },
  // Of digits alone from here on: as numbers they are the same.
  { words: 'leading zeros', of: (fresh) => [digits(fresh), `0${digits(fresh)}`] },
  { words: 'zeros of a fraction', of: (fresh) => [`${digits(fresh)}.5`, `${digits(fresh)}.50`] },
  // A double holds fifteen digits.
  { words: 'the twentieth digit', of: (fresh) => [`${long(fresh)}1`, `${long(fresh)}2`] },
  // Who compares the end, or both ends, of a long text.
  { words: 'the first of a hundred characters', of: (fresh) => [`a${fill(fresh, 99)}`, `b${fill(fresh, 99)}`] },
  {
    words: 'the middle of a hundred characters',
    of: (fresh) => [`${fill(fresh, 50)}a${fill(fresh, 49)}`, `${fill(fresh, 50)}b${fill(fresh, 49)}`],
  },
  // Columns, hashes and buffers end at powers of two.
  ...[16, 32, 64, 127].map((length) => ({
    words: `what follows ${length} characters`,
    of: (fresh: string) => [`${fill(fresh, length)}a`, `${fill(fresh, length)}b`] as const,
  })),
];

/**
 * The text with the case of one of its letters changed, never of the last one of several: at the end of base64url that may change nothing
 * but bits that a lenient reader leaves out.
 */
export function otherCase(text: string, at: number): string {
  const letters = [...text].flatMap((character, index) => (/[A-Za-z]/.test(character) ? [index] : []));
  const index = letters[at % Math.max(letters.length - 1, 1)];
  if (index === undefined) return text;
  const letter = text.charAt(index);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return text.slice(0, index) + other + text.slice(index + 1);
}

/** Characters that a loose test takes for permitted ones: of other scripts and widths, or equal once case or form is folded. */
export const LOOKALIKE_CHARACTERS: readonly string[] = [
  '\u00e9',
  '\u00df',
  '\u00b2',
  '\u0430',
  '\uff21',
  '\uff11',
  '\u0661',
  // KELVIN SIGN, whose small letter is k; LATIN SMALL LETTER LONG S and DOTLESS I, whose capitals are S and I.
  '\u212a',
  '\u017f',
  '\u0131',
];

/** Good keys that are members of every object, constants, or parts of a path to some reader; all differ also in any case. */
export const KEYS_THAT_ARE_WORDS: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'undefined',
  'false',
  '.....',
  '-----',
];

/** Lengths around those at which texts are cut off. */
export const TEXT_LENGTHS: readonly number[] = [5, 6, 15, 16, 17, 31, 32, 33, 36, 63, 64, 65, 127, 128];

function digits(fresh: string): string {
  return `7${[...fresh].map((letter) => letter.charCodeAt(0) % 10).join('')}`;
}

function long(fresh: string): string {
  return digits(fresh).padEnd(19, '3').slice(0, 19);
}

function fill(fresh: string, length: number): string {
  return fresh.padEnd(length, 'x').slice(0, length);
}
