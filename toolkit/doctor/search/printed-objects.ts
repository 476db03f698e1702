// The JSON behind a body that was sent as something else (interface 5.2, `body_hash`): as a language prints the object, {'a': '1'} of
// Python or { a: '1' } of JavaScript; without the quotation marks that a shell took away; percent-encoded. Only for the hash was it JSON.
import { readLiteral } from '../capture/literal.js';
import { type BodyVariant, variant } from './body-variant.js';
import { parseJsonTree } from './json-tree.js';
import { respell } from './respell.js';

export function* printedObjects(text: string): Generator<BodyVariant> {
  const bare = text.trim();
  yield* decoded(bare);
  if (!/^[{[(]/.test(bare)) return;
  yield* quotedAgain(bare);
  if (parseJsonTree(bare) !== undefined) return;
  const read = readLiteral(bare);
  if (read === undefined || read.end < bare.length || typeof read.value !== 'object' || read.value === null) return;
  const json = JSON.stringify(read.value);
  yield variant('body-placeholder', json);
  for (const spelling of respell(json)) yield variant('body-placeholder', spelling.text);
}

/** As `--data-urlencode` of curl and forms of one field write it. */
function* decoded(text: string): Generator<BodyVariant> {
  if (!/%(?:7B|5B|22)/i.test(text)) return;
  const how = 'hashes the body before it was percent-encoded';
  for (const encoded of [text, text.replaceAll('+', ' '), text.replace(/^=|=$/g, '')]) {
    try {
      yield { ...variant('body-hash-of-text', decodeURIComponent(encoded)), how };
    } catch {
      return;
    }
  }
}

/** A shell takes the quotation marks of JSON for its own: around every word, or around those that are no numbers. */
function* quotedAgain(text: string): Generator<BodyVariant> {
  if (text.includes('"')) return;
  const how = 'hashes the body with its quotation marks, which a shell took away before it was sent';
  const all = text.replace(/([{[,:]\s*)([^\s{}[\],:][^{}[\],:]*?)(?=\s*[}\],:])/g, '$1"$2"');
  const someOf = all.replace(/(:\s*)"(-?\d+(?:\.\d+)?|true|false|null)"/g, '$1$2');
  for (const one of [all, someOf]) yield { ...variant('body-hash-of-other-bytes', one), how };
}
