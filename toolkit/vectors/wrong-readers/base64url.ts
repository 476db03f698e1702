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
  'ends-at-line: checks the alphabet with "$", which matches before a line feed too': (text) =>
    strictAfter((plain) => plain.replace(/\n$/, ''))(text),
});
