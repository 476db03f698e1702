// Keys written as numbers, as debuggers, logs and dumps print an array of bytes: a list, decimal, signed or hexadecimal, between commas,
// blanks or escaped line ends; or hexadecimal digits in groups of any length. Runs in a browser too.
import { bytesToHex } from '@noble/hashes/utils.js';
import { charactersOf, longRuns } from './long-runs.js';

/** Each element ends in a separator that is not empty, so that no text can be read in two ways: linear in the text. */
const ELEMENT = '-?(?:0x)?[0-9A-Fa-f]{1,3}';
const SEPARATOR = String.raw`(?:[,\s]|\\{1,4}[nrt]){1,40}`;
const LIST = new RegExp(`(?<![0-9A-Fa-fx-])(?:${ELEMENT}${SEPARATOR}){31,}${ELEMENT}`, 'g');
const ELEMENTS = new RegExp(`(-?)(?:0x)?([0-9A-Fa-f]{1,3})(?:${SEPARATOR}|$)`, 'g');
/** Groups of digits with something between them; what has nothing between is found as a text. */
const GROUPS = new RegExp(`(?:[0-9A-Fa-f]{4,62}${SEPARATOR}){1,31}[0-9A-Fa-f]{2,}`, 'g');

const IN_LISTS = charactersOf(/[-0-9A-Fa-fx,\s\\nrt]/);
/** Thirty-two digits with a separator between each two. */
const SHORTEST_LIST = 63;

export class ByteLists {
  readonly #known = new Set<string>();
  readonly #inHex = new Set<string>();

  learn(bytes: Uint8Array): void {
    this.#known.add(`,${bytes.join(',')},`);
    this.#inHex.add(bytesToHex(bytes));
  }

  /** The text with each list that holds one of them replaced. */
  replace(text: string, mark: () => string): string {
    if (this.#known.size === 0) return text;
    let clean = '';
    let done = 0;
    for (const [start, end] of longRuns(text, IN_LISTS, SHORTEST_LIST)) {
      const stretch = text.slice(start, end);
      const plain = stretch
        .replace(LIST, (list) => (this.#isKnown(list) ? mark() : list))
        .replace(GROUPS, (groups) => (this.#isInHex(groups) ? mark() : groups));
      if (plain === stretch) continue;
      clean += text.slice(done, start) + plain;
      done = end;
    }
    return done === 0 ? text : clean + text.slice(done);
  }

  #isKnown(list: string): boolean {
    return [10, 16].some((radix) => {
      const bytes = [...list.matchAll(ELEMENTS)].map(([, minus, digits = '']) => {
        const value = Number.parseInt(digits, radix);
        return minus === '-' ? 256 - value : value;
      });
      const text = `,${bytes.join(',')},`;
      return [...this.#known].some((known) => text.includes(known));
    });
  }

  #isInHex(groups: string): boolean {
    const digits = groups.replace(/[^0-9A-Fa-f]/g, '').toLowerCase();
    return [...this.#inHex].some((known) => digits.includes(known));
  }
}
