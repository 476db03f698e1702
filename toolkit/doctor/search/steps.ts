// Steps that programs take bytes through, one after another: hashes, texts of bytes, endings, frames, escapes. Composed here once, for what
// was signed in place of the payload and what was hashed in place of the body (interface 5.2, 5.3 rule 1): no pair needs a row of its own.
import { encodeBase64url } from '../../signing/base64url.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import { latin1OfUtf8, utf16 } from './body-variants.js';
import { DIGESTS, spelledOut } from './digests.js';

type Change = (bytes: Uint8Array) => Uint8Array;

export interface Step {
  /** What is done, as a participle: `hashed with SHA-256`. */
  readonly how: string;
  readonly change: Change;
}

const asText =
  (change: (text: string) => string): Change =>
  (bytes) =>
    utf8Bytes(change(textOfBytes(bytes)));
const behind =
  (end: string): Change =>
  (bytes) =>
    joined(bytes, utf8Bytes(end));

const SPELLINGS = [...spelledOut(new Uint8Array())].flatMap(([how]) => (how === '' ? [] : [how]));
const spelling =
  (how: string): Change =>
  (bytes) =>
    [...spelledOut(bytes)].find(([one]) => one === how)?.[1] ?? bytes;

/** The length of a message in four bytes before it. */
function measured(littleEndian: boolean): Change {
  return (bytes) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length, littleEndian);
    return joined(length, bytes);
  };
}

const HASHES: readonly Step[] = DIGESTS.map(({ name, hash }) => ({ how: `hashed with ${name}`, change: hash }));

const TEXTS: readonly Step[] = SPELLINGS.map((how) => ({ how: `written ${how}`, change: spelling(how) }));

const FRAMES: readonly Step[] = [
  { how: 'ended with a line feed', change: behind('\n') },
  { how: 'ended with CRLF', change: behind('\r\n') },
  { how: 'ended with a zero byte', change: behind('\0') },
  { how: 'put behind a byte order mark', change: (bytes) => joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes) },
  { how: 'put behind its length in four bytes', change: measured(false) },
  { how: 'put behind its length in four bytes, the lowest first', change: measured(true) },
  { how: 'stripped of white space at both ends', change: asText((text) => text.trim()) },
];

const LETTERS: readonly Step[] = [
  { how: 'written as a text of JSON', change: asText((text) => JSON.stringify(text)) },
  { how: 'written in percent-encoding', change: asText(percentEncoded) },
  { how: 'written in UTF-16', change: (bytes) => utf16(textOfBytes(bytes), true) },
  { how: 'written in UTF-16, big endian', change: (bytes) => utf16(textOfBytes(bytes), false) },
  { how: 'put in quotation marks', change: asText((text) => `"${text}"`) },
  { how: 'put in single quotation marks', change: asText((text) => `'${text}'`) },
  { how: "printed as b'…'", change: asText((text) => `b'${text}'`) },
  { how: 'written in small letters', change: asText((text) => text.toLowerCase()) },
  { how: 'written in capitals', change: asText((text) => text.toUpperCase()) },
  { how: 'freed of white space', change: asText((text) => text.replace(/\s+/g, '')) },
  {
    how: 'written with \\u for what is not ASCII',
    change: asText((text) =>
      text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  { how: 'written with \\/ for each slash', change: asText((text) => text.replaceAll('/', '\\/')) },
  {
    how: 'escaped for HTML',
    change: asText((text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ),
  },
  { how: 'taken for Latin-1 and written in UTF-8', change: asText(latin1OfUtf8) },
  { how: 'reversed', change: (bytes) => bytes.toReversed() },
];

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text; // half of a surrogate pair
  }
}

export const STEPS: readonly Step[] = [...HASHES, ...TEXTS, ...FRAMES, ...LETTERS];
/** What does not hash, for bytes that are hashed afterwards anyway. */
export const PLAIN_STEPS: readonly Step[] = [...TEXTS, ...FRAMES, ...LETTERS];
/** The steps that come three in a row, the likeliest of each kind. */
const COMMON: readonly Step[] = [
  ...HASHES.slice(0, 2),
  ...TEXTS.slice(0, 3),
  ...FRAMES.slice(0, 2),
  ...LETTERS.slice(0, 1),
];

export interface Taken {
  /** `hashed with SHA-512, then written in base64`. */
  readonly how: string;
  readonly bytes: Uint8Array;
}

/** Longer results are not taken a step further: texts of texts grow quickly. */
const LONGEST = 64 << 10;

/** Every step of `steps`, every two in a row, then every three of the commonest; each result once, and none that is where it began. */
export function* takenFurther(bytes: Uint8Array, steps: readonly Step[] = STEPS): Generator<Taken> {
  const seen = new Set([encodeBase64url(bytes)]);
  const isNew = (result: Uint8Array): boolean => {
    const text = encodeBase64url(result);
    const isKnown = seen.has(text);
    seen.add(text);
    return !isKnown;
  };
  const further = function* (from: readonly Taken[], by: readonly Step[]): Generator<Taken> {
    for (const { how, bytes: before } of from) {
      if (before.length > LONGEST) continue;
      for (const step of by) {
        const after = step.change(before);
        if (isNew(after)) yield { how: how === '' ? step.how : `${how}, then ${step.how}`, bytes: after };
      }
    }
  };
  const once = [...further([{ how: '', bytes }], steps)];
  yield* once;
  yield* further(once, steps);
  const common = steps.filter((step) => COMMON.includes(step));
  const first = common.map(({ how, change }) => ({ how, bytes: change(bytes) }));
  const second = first.flatMap(({ how, bytes: before }) =>
    common.map((step) => ({ how: `${how}, then ${step.how}`, bytes: step.change(before) })),
  );
  yield* further(second, common);
}
