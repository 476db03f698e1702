// Other spellings of bytes than strict base64url (interface 5.2, 5.3 rule 2): what signers get wrong and lenient decoders forgive.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface OtherEncoding {
  readonly word: 'standard-alphabet' | 'padded' | 'hex' | 'inner-space' | 'trailing-bits' | 'twice';
  readonly phrase: string;
  /** From strict base64url text to the other spelling of the same bytes. */
  readonly spell: (text: string) => string;
  /** Whether the spelling differs for this text in a way that matters. */
  readonly shows: (text: string) => boolean;
  /** Whether any decoder could take it for the same bytes. */
  readonly lenient: boolean;
}

const toHex = (text: string): string => Buffer.from(text, 'base64url').toString('hex');

export const OTHER_ENCODINGS: readonly OtherEncoding[] = [
  {
    word: 'standard-alphabet',
    phrase: 'in the standard alphabet',
    spell: (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
    shows: (text) => /[-_]/.test(text),
    lenient: true,
  },
  {
    word: 'padded',
    phrase: 'with = padding',
    spell: (text) => text.padEnd(Math.ceil(text.length / 4) * 4, '='),
    shows: (text) => text.length % 4 !== 0,
    lenient: true,
  },
  {
    word: 'inner-space',
    phrase: 'with a blank inside',
    spell: (text) => `${text.slice(0, text.length >> 1)} ${text.slice(text.length >> 1)}`,
    shows: (text) => text.length > 2,
    lenient: true,
  },
  {
    word: 'trailing-bits',
    phrase: 'with stray bits in the last character',
    spell: (text) => text.slice(0, -1) + ALPHABET.charAt(ALPHABET.indexOf(text.slice(-1)) | 1),
    shows: (text) => text.length % 4 !== 0,
    lenient: true,
  },
  { word: 'hex', phrase: 'in hexadecimal', spell: toHex, shows: () => true, lenient: false },
  {
    word: 'twice',
    phrase: 'encoded twice',
    spell: (text) => Buffer.from(text, 'latin1').toString('base64url'),
    shows: () => true,
    lenient: false,
  },
];
