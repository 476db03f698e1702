// Keys and signatures written as numbers, as debuggers, logs and dumps print an array of bytes: a list, decimal, signed or hexadecimal,
// between commas, blanks or escaped line ends; or hexadecimal digits in groups of any length. Runs in a browser too.
import { bytesToHex } from '@noble/hashes/utils.js';
import { latin1Of } from '../signing/latin1.js';
import { charactersOf, replaceLongRuns } from './long-runs.js';

/** Each element ends in a separator that is not empty, so that no text can be read in two ways: linear in the text. */
const ELEMENT = '-?(?:0x)?[0-9A-Fa-f]{1,3}';
const SEPARATOR = String.raw`(?:[,\s]|\\{1,4}[nrt]){1,40}`;
const LIST = new RegExp(`(?<![0-9A-Fa-fx-])(?:${ELEMENT}${SEPARATOR}){31,}${ELEMENT}`, 'g');
const ELEMENTS = new RegExp(`(-?)(?:0x)?([0-9A-Fa-f]{1,3})(?:${SEPARATOR}|$)`, 'g');
/**
 * Groups of digits with something between them, from behind the first of them on; what has nothing between is found as a text. Sought at
 * what stands between, so that digits without end cost no more than they are.
 */
const GROUP = '[0-9A-Fa-f]{4,62}';
const GROUPS = new RegExp(
  String.raw`(?=[,\s\\])(?<=(${GROUP}))${SEPARATOR}(?:${GROUP}${SEPARATOR}){0,30}[0-9A-Fa-f]{2,}`,
  'g',
);

/** As .NET and others print bytes: pairs of digits with one sign between all of them. */
const PAIRS = /[0-9A-Fa-f]{2}([-._|;/])(?:[0-9A-Fa-f]{2}\1){30,}[0-9A-Fa-f]{2}/g;
/** As JSON.stringify has an array of bytes: an object whose members are numbered, maybe in a text of JSON. */
const MEMBERS = /(?:\\{0,4}"\d{1,2}\\{0,4}":\s?-?\d{1,3},?\s?){32,}/g;
const MEMBER = /":\s?(-?)(\d{1,3})/g;

const IN_LISTS = charactersOf(/[-0-9A-Fa-fx,\s\\nrt._|;/":\]]/);
/** Thirty-two digits with a separator between each two. */
const SHORTEST_LIST = 63;

/** What stands in the place of a list, by the mark of what it held, the list, and what follows it. */
type InPlace = (mark: string, list: string, behind: string) => string;

/** The numbers of an array of JSON may not become words, however deep in texts of JSON it stands. */
const asList: InPlace = (mark, list, behind) =>
  !/[^\s\d,-]|\d\s+-?\d/.test(list) && /^(?:\s|\\+[nrt]){0,8}\]/.test(behind) ? '0' : mark;
/** One member in the place of all, with their quotation marks. */
const asMembers: InPlace = (mark, list) => {
  const [quote = ''] = /\\*"/.exec(list) ?? [];
  return `${quote}${mark}${quote}:0${/,\s?$/.test(list) ? ',' : ''}`;
};

/** Bytes of a signature, and of how many it is known again before all of them are looked at. */
const SIGNATURE_BYTES = 64;
const FIRST_BYTES = 6;

export type Listed = 'key' | 'signature';

export interface ListSearch {
  readonly mark: (found: Listed) => string;
  /** Called before a list is looked at that is long enough for a signature. */
  readonly learnMore: () => void;
  /** What is known in a text whose characters a list numbers. */
  readonly within: (text: string) => Listed | undefined;
}

export class ByteLists {
  readonly #known = new Set<string>();
  readonly #inHex = new Set<string>();
  /** By their first bytes in hexadecimal, since there are thousands; keys are a few. */
  readonly #signatures = new Map<string, string[]>();

  learn(bytes: Uint8Array): void {
    this.#known.add(`,${bytes.join(',')},`);
    this.#inHex.add(bytesToHex(bytes));
  }

  learnSignature(hex: string): void {
    const first = hex.slice(0, 2 * FIRST_BYTES);
    const alike = this.#signatures.get(first);
    if (alike === undefined) this.#signatures.set(first, [hex]);
    else alike.push(hex);
  }

  forgetSignature(hex: string): void {
    const first = hex.slice(0, 2 * FIRST_BYTES);
    const rest = this.#signatures.get(first)?.filter((one) => one !== hex) ?? [];
    if (rest.length === 0) this.#signatures.delete(first);
    else this.#signatures.set(first, rest);
  }

  /** The text with each list that holds one of them replaced. */
  replace(text: string, search: ListSearch): string {
    return replaceLongRuns(text, IN_LISTS, SHORTEST_LIST, (stretch) => {
      const marked =
        (find: (list: string) => Listed | undefined, inPlace: InPlace) =>
        (list: string, ...rest: unknown[]) => {
          const found = find(list);
          if (found === undefined) return list;
          const [at, whole] = rest.slice(-2);
          return inPlace(search.mark(found), list, String(whole).slice(Number(at) + list.length));
        };
      const unlisted = stretch
        .replace(
          LIST,
          marked((list) => this.#inList([...list.matchAll(ELEMENTS)], [10, 16], search), asList),
        )
        .replace(
          MEMBERS,
          marked((list) => this.#inList([...list.matchAll(MEMBER)], [10], search), asMembers),
        )
        .replace(
          PAIRS,
          marked(
            (pairs) => this.#inGroups(pairs, search),
            (marked) => marked,
          ),
        );
      return this.#replaceGroups(unlisted, search);
    });
  }

  #replaceGroups(text: string, search: ListSearch): string {
    let clean = '';
    let done = 0;
    for (const { 0: rest, 1: first = '', index } of text.matchAll(GROUPS)) {
      const from = Math.max(done, index - first.length);
      const end = index + rest.length;
      const found = this.#inGroups(text.slice(from, end), search);
      if (found === undefined) continue;
      clean += text.slice(done, from) + search.mark(found);
      done = end;
    }
    return clean + text.slice(done);
  }

  #inList(elements: readonly RegExpExecArray[], radices: readonly number[], search: ListSearch): Listed | undefined {
    for (const radix of radices) {
      const bytes = elements.map(([, minus, digits = '']) => {
        const value = Number.parseInt(digits, radix);
        return minus === '-' ? 256 - value : value;
      });
      const text = `,${bytes.join(',')},`;
      if ([...this.#known].some((known) => text.includes(known))) return 'key';
      if (bytes.every((byte) => byte < 0x80)) {
        const within = search.within(latin1Of(bytes));
        if (within !== undefined) return within;
      }
      if (bytes.length < SIGNATURE_BYTES) continue;
      const hex = bytes.map((byte) => (byte < 256 ? byte.toString(16).padStart(2, '0') : '--')).join('');
      if (this.#holdsSignature(hex, 2, search)) return 'signature';
    }
    return undefined;
  }

  #inGroups(groups: string, search: ListSearch): Listed | undefined {
    const digits = groups.replace(/[^0-9A-Fa-f]/g, '').toLowerCase();
    if ([...this.#inHex].some((known) => digits.includes(known))) return 'key';
    return this.#holdsSignature(digits, 1, search) ? 'signature' : undefined;
  }

  /** Wherever in the digits one begins, at intervals of that many. */
  #holdsSignature(digits: string, step: number, search: ListSearch): boolean {
    const last = digits.length - 2 * SIGNATURE_BYTES;
    if (last < 0) return false;
    search.learnMore();
    for (let at = 0; at <= last; at += step) {
      const alike = this.#signatures.get(digits.slice(at, at + 2 * FIRST_BYTES));
      if (alike?.some((known) => digits.startsWith(known, at)) === true) return true;
    }
    return false;
  }
}
