// A header's value and its member of the payload that are the same save for what one of them wears (interface 5.1): an encoding, quotation
// marks, another letter case. Which of the two was meant is not asked.
import { fromBase64, fromHex } from './alphabets.js';

const decodedOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

function unpercented(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

type Dress = readonly [how: string, isOf: (dressed: string, bare: string) => boolean];

const DRESSES: readonly Dress[] = [
  ['as white space in place of nothing', (dressed, bare) => bare === '' && dressed.trim() === ''],
  ['with white space around it', (dressed, bare) => dressed.trim() === bare],
  ['in quotation marks', (dressed, bare) => ['"', "'", '`'].some((mark) => dressed === mark + bare + mark)],
  ['in percent-encoding', (dressed, bare) => unpercented(dressed) === bare],
  ['in base64', (dressed, bare) => bare !== '' && decodedOf(fromBase64(dressed)) === bare],
  ['in hexadecimal', (dressed, bare) => bare !== '' && decodedOf(fromHex(dressed)) === bare],
  ['with a mark for an entity of HTML', (dressed, bare) => dressed.replaceAll('&amp;', '&') === bare],
  ['twice in a row', (dressed, bare) => bare !== '' && dressed === bare + bare],
  ['in another letter case', (dressed, bare) => dressed.toLowerCase() === bare.toLowerCase()],
];

/** What one of the two wears, in words; undefined where they differ in more. */
export function dressBetween(header: string, sent: string, signed: string): string | undefined {
  if (sent === signed) return undefined;
  const onHeader = DRESSES.find(([, isOf]) => isOf(sent, signed))?.[0];
  if (onHeader !== undefined) return `${header} holds the value of the payload ${onHeader}`;
  const onMember = DRESSES.find(([, isOf]) => isOf(signed, sent))?.[0];
  return onMember === undefined ? undefined : `the payload holds the value of ${header} ${onMember}`;
}
