// What keeps a payload that was meant to be JSON from being it (interface 5.2): the mistakes of JSON that is put together by hand. Each is
// told only where the text without it is JSON with a member of the payload.
import { PAYLOAD_FIELDS } from '../../signing/payload.js';
import { objectOf, parsed } from './texts.js';

type Repair = readonly [damage: string, repair: (text: string) => string];

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** A line break or another control character, which JSON has escaped, within a text. */
const escapeControls = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (token) => token.replace(/[\n\r\t]/g, (mark) => ESCAPES[mark] ?? ''));

const bareWord =
  (words: string) =>
  (text: string): string =>
    text.replace(new RegExp(String.raw`:\s*(?:${words})(?=\s*[,}])`, 'g'), ':null');

/** The likeliest first. */
const REPAIRS: readonly Repair[] = [
  ['a comment', (text) => text.replace(/\/\*.*?\*\/|\/\/[^\n"]*(?=\n)/gs, '')],
  ['a comma after the last member', (text) => text.replace(/,(\s*[}\]])/g, '$1')],
  ['a line break or another control character within a text', escapeControls],
  [
    'letters behind a number, such as those of a BigInt',
    (text) => text.replace(/(:\s*-?\d+(?:\.\d+)?)[nLlmMdDfF](?=\s*[,}])/g, '$1'),
  ],
  ['True, False or None as Python prints them', bareWord('True|False|None')],
  ['undefined, as JavaScript prints it', bareWord('undefined')],
  ['nil, as Ruby, Lua, Go and Swift print it', bareWord('nil')],
  [
    'a number that is none (NaN or Infinity), as arithmetic with a missing value gives it',
    bareWord('NaN|[-+]?Infinity'),
  ],
  [
    'underscores or leading zeros in a number',
    (text) =>
      text.replace(
        /(:\s*)0*(\d[\d_]*)(?=\s*[,}])/g,
        (_all, before: string, digits: string) => before + digits.replaceAll('_', ''),
      ),
  ],
  ['a plus sign before a number', (text) => text.replace(/(:\s*)\+(?=\d)/g, '$1')],
  [
    'separators between the digits of a number',
    (text) =>
      text.replace(
        /(:\s*)(\d{1,3}(?:[,.'\u00a0\u202f ]\d{3}){2,})(?=\s*[,}])/g,
        (_all, before: string, digits: string) => before + digits.replace(/\D/g, ''),
      ),
  ],
  ['semicolons for commas', (text) => text.replace(/("|\d)\s*;\s*(?=")/g, '$1,')],
  ['a number in hexadecimal', (text) => text.replace(/(:\s*)0[xX]([0-9a-fA-F]+)(?=\s*[,}])/g, '$10')],
  ['a value that is missing', (text) => text.replace(/:(\s*[,}])/g, ':null$1')],
  [
    'a text without quotation marks',
    (text) =>
      text.replace(/:\s*([^\s"{}[\],:][^",{}]*)(?=[,}])/g, (_all, value: string) => `:${JSON.stringify(value)}`),
  ],
  [
    'quotation marks as HTML escapes them',
    (text) => text.replace(/&(?:quot|#34|#x22);/g, '"').replaceAll('&amp;', '&'),
  ],
  ['names without quotation marks', (text) => text.replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')],
  ['texts in single quotation marks', (text) => text.replace(/'([^'"]*)'/g, '"$1"')],
  [
    'a comma that is missing',
    (text) =>
      text.replace(
        /("|\d)\s*("(?:api_key|idempotency_key|timestamp|sign_version|method|path|body_hash)"\s*:)/g,
        '$1,$2',
      ),
  ],
  ['a closing brace that is missing', (text) => `${text}}`],
  ['a closing quotation mark and brace that are missing', (text) => `${text}"}`],
  ['an opening brace that is missing', (text) => `{${text}`],
  ['braces that are missing', (text) => `{${text}}`],
  ['a brace too many', (text) => text.replace(/\}\s*$/, '')],
  ['braces twice', (text) => text.replace(/^\{(\{.*\})\}$/s, '$1')],
  ['a call around it', (text) => text.replace(/^[\w$.]+\((.*)\);?$/s, '$1')],
  ['text before it', (text) => text.replace(/^[^{]{1,60}(?=\{)/, '')],
  ['quotation marks that are escaped', (text) => text.replaceAll('\\"', '"')],
  [
    'quotation marks doubled, as CSV and Basic write them within a text',
    (text) => text.replace(/^"(\{.*\})"$/s, '$1').replaceAll('""', '"'),
  ],
  ['square brackets for braces, as Swift prints a dictionary', (text) => text.replace(/^\[(".*)\]$/s, '{$1}')],
  ['typographic quotation marks', (text) => text.replace(/[\u201c\u201d\u201e]/g, '"')],
];

/** Longer text was no payload. */
const LONGEST = 16_384;

const isMeant = (text: string): boolean => {
  const fields = objectOf(parsed(text));
  return fields !== undefined && PAYLOAD_FIELDS.some((name) => Object.hasOwn(fields, name));
};

export function jsonDamage(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  return REPAIRS.find(([, repair]) => {
    const mended = repair(text);
    return mended !== text && isMeant(mended);
  })?.[0];
}
