// Keys written as a list of numbers, as debuggers and logs print an array of bytes: decimal, signed or hexadecimal, between commas,
// blanks or escaped line ends. Runs in a browser too.

/** Each element ends in a separator that is not empty, so that no text can be read in two ways: linear in the text. */
const ELEMENT = '-?(?:0x)?[0-9A-Fa-f]{1,3}';
const SEPARATOR = String.raw`(?:[,\s]|\\{1,4}[nrt]){1,40}`;
const LIST = new RegExp(`(?<![0-9A-Fa-fx-])(?:${ELEMENT}${SEPARATOR}){31,}${ELEMENT}`, 'g');
const ELEMENTS = new RegExp(`(-?)(?:0x)?([0-9A-Fa-f]{1,3})(?:${SEPARATOR}|$)`, 'g');

export class ByteLists {
  readonly #known = new Set<string>();

  learn(bytes: Uint8Array): void {
    this.#known.add(`,${bytes.join(',')},`);
  }

  /** The text with each list that holds one of them replaced. */
  replace(text: string, mark: () => string): string {
    if (this.#known.size === 0) return text;
    return text.replace(LIST, (list) => (this.#isKnown(list) ? mark() : list));
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
}
