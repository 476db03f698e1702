// How a secret that is no key, such as a token of a control endpoint, looks in the mouth of whoever was given it: in base64 wherever in a
// longer text it begins, in base32, base58 and hexadecimal, backwards, in capitals, as a list of its bytes, and with its characters
// escaped. Runs in a browser too.
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { keySpellings } from './key-spellings.js';

/** A secret for an Authorization header is the token behind the scheme, too, and in Basic what stands in it (RFC 7617). */
const CREDENTIALS = /^(?<scheme>[A-Za-z]+) +(?<token>\S+)$/;

type Escape = (code: number) => string;

const inHex = (code: number): string => code.toString(16).padStart(2, '0');

/** What programs write between the bytes that they print. */
const BETWEEN_BYTES = [':', ' ', '-', ', 0x', ',0x', '\\x', '%', '&#x', ';&#x'];
const BETWEEN_NUMBERS = [',', ', ', ' ', ';&#'];
/** Each character escaped; those of JSON stand in JSON once more, too. */
const WAYS_OF_JSON: readonly Escape[] = [(code) => `\\u00${inHex(code)}`, (code) => `\\\\u00${inHex(code)}`];

export function tokenSpellings(token: string): readonly string[] {
  const bytes = utf8ToBytes(token);
  const base64url = keySpellings(bytes).map(({ text }) => text);
  const hex = [...bytes].map(inHex);
  return [
    ...base64url,
    ...base64url.map((text) => text.replaceAll('-', '+').replaceAll('_', '/')),
    ...BETWEEN_BYTES.flatMap((between) => [hex.join(between), hex.join(between).replaceAll(/[a-f](?=[^x]|$)/g, upper)]),
    ...BETWEEN_NUMBERS.map((between) => bytes.join(between)),
    ...WAYS_OF_JSON.map((inJson) => [...bytes].map(inJson).join('')),
    [...token].reverse().join(''),
    token.toUpperCase(),
    token.toLowerCase(),
    encodeURIComponent(token),
    token.replaceAll('/', '\\/'),
    token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ];
}

/** The token itself, and what of it opens the same door. */
export function partsOfToken(token: string): readonly string[] {
  const { scheme = '', token: inner } = CREDENTIALS.exec(token)?.groups ?? {};
  if (inner === undefined) return [token];
  const pair = scheme.toLowerCase() === 'basic' ? readBase64(inner) : undefined;
  if (pair === undefined) return [token, inner];
  return [token, inner, pair, pair.slice(pair.indexOf(':') + 1)];
}

function readBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

function upper(digit: string): string {
  return digit.toUpperCase();
}
