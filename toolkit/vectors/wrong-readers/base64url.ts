// Decoders of base64url as libraries have them: each accepts something that is not the one strict text of its bytes, or refuses one
// that is (interface 5.3, rule 2).
import { hex } from '../../signing/keys/der.js';
import { type Readers, readers, type WrongReader } from './wrong-reader.js';

const STRICT = /^[A-Za-z0-9_-]*$/;

/** A decoder that accepts what its slip turns into base64url, by the lenient decoder of Node.js. */
const decoders: Readers<(text: string) => string | undefined> = readers((normalise) => ({
  'decode-base64url': ({ text }) => {
    const normal = normalise(text);
    return normal === undefined ? { valid: false } : { valid: true, bytes: hex(Buffer.from(normal, 'base64url')) };
  },
}));

/** What a decoder accepts that has every rule but those that `relax` removes from the text. */
const strictAfter =
  (relax: (text: string) => string) =>
  (text: string): string | undefined => {
    const normal = relax(text);
    const isStrict = STRICT.test(normal) && Buffer.from(normal, 'base64url').toString('base64url') === normal;
    return isStrict ? normal : undefined;
  };

export const BASE64URL_READERS: readonly WrongReader[] = decoders({
  'decodes-anything: decodes as Buffer.from of Node.js does: whatever it does not know is skipped': (text) => text,
  'accepts-padding: accepts "=" at the end': strictAfter((text) => text.replace(/={1,2}$/, '')),
  'requires-padding: refuses text without padding, as many default decoders do': (text) =>
    text.length % 4 === 0 && STRICT.test(text.replace(/={1,2}$/, '')) ? text : undefined,
  'accepts-standard-alphabet: accepts "+" and "/" for "-" and "_"': strictAfter((text) =>
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'knows-standard-alphabet-only: refuses "-" and "_"': (text) =>
    /[-_]/.test(text) ? undefined : strictAfter((plain) => plain.replaceAll('+', '-').replaceAll('/', '_'))(text),
  'accepts-line-breaks: skips carriage returns and line feeds, as the strict decoder of Go does': strictAfter((text) =>
    text.replace(/[\r\n]/g, ''),
  ),
  'trims-text: trims white space around the text': strictAfter((text) => text.trim()),
  'accepts-stray-bits: ignores the unused bits of the last character': (text) =>
    STRICT.test(text) && text.length % 4 !== 1 ? text : undefined,
  'accepts-lone-character: drops a last character that makes no byte': (text) =>
    STRICT.test(text) ? (text.length % 4 === 1 ? text.slice(0, -1) : strictAfter((plain) => plain)(text)) : undefined,
  'refuses-empty-text: refuses the empty text, which stands for no bytes': (text) =>
    text === '' ? undefined : strictAfter((plain) => plain)(text),
  'ends-at-zero: reads as far as the first zero character': (text) =>
    strictAfter((plain) => plain.split('\0')[0] ?? '')(text),
  'ignores-case-by-unicode-in-base64: checks the alphabet without regard to case, as Unicode folds it': (text) =>
    strictAfter((plain) => plain.replaceAll('\u212a', 'k').replaceAll('\u017f', 's'))(text),
  'takes-letters-of-every-script: takes \\w for the alphabet, which has the letters of every script, and skips what is none':
    (text) =>
      /^[\p{L}\p{N}_-]*$/u.test(text) ? strictAfter((plain) => plain.replace(/[^\0-\x7f]/g, ''))(text) : undefined,
  'skips-beyond-ascii: skips what is beyond ASCII': strictAfter((text) => text.replace(/[^\0-\x7f]/g, '')),
  'ends-at-line: checks the alphabet with "$", which matches before a line feed too': (text) =>
    strictAfter((plain) => plain.replace(/\n$/, ''))(text),
  'decodes-as-python: adds the padding and decodes as urlsafe_b64decode of Python does: whatever it does not know is skipped':
    (text) => asPython(text.replaceAll('+', '-').replaceAll('/', '_')),
  'validates-as-python: checks the alphabet alone: padding, both alphabets and unused bits pass': (text) =>
    /^[A-Za-z0-9+/_-]*={0,3}$/.test(text) ? asPython(text.replaceAll('+', '-').replaceAll('/', '_')) : undefined,
  'decodes-standard-as-python: decodes as b64decode of Python does: "-" and "_" are skipped, and whatever else it does not know':
    (text) => asPython(text.replace(/[-_]/g, '.').replaceAll('+', '-').replaceAll('/', '_')),
  'decodes-as-java: decodes as the decoder of Java for URLs does: with or without padding, unused bits set or not': (
    text,
  ) => (/^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/.test(text) ? text.replace(/=+$/, '') : undefined),
  'decodes-as-go: decodes as RawURLEncoding of Go does: line breaks and unused bits pass': (text) => {
    const bare = text.replace(/[\r\n]/g, '');
    return STRICT.test(bare) && bare.length % 4 !== 1 ? bare : undefined;
  },
});

/** What `binascii` of Python keeps of a text: characters of the alphabet, up to the padding that ends a group. */
function asPython(text: string): string | undefined {
  let kept = '';
  let padding = 0;
  for (const one of text + '='.repeat((4 - (text.length % 4)) % 4)) {
    if (one === '=') {
      padding += 1;
      if (kept.length % 4 >= 2 && (kept.length % 4) + padding >= 4) return kept;
    } else if (STRICT.test(one)) {
      padding = 0;
      kept += one;
    }
  }
  return kept.length % 4 === 0 ? kept : undefined;
}
