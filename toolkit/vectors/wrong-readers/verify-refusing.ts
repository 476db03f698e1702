// Verifiers that refuse what is right (interface 5.1 to 5.3, 8): they ask for one spelling of the payload, for another target than the one
// that was sent, or for less than the grammars allow.
import { HEADER } from '../../signing/headers.js';
import { NOW_MS } from '../build/requests/requests.js';
import type { VerifyRequestInput } from '../operations.js';
import {
  decoded,
  headerOf,
  latinText,
  type Softening,
  sortedQuery,
  verifiers,
  withoutRightSignature,
} from './soften.js';
import type { WrongReader } from './wrong-reader.js';

/** Refuses what passes no test of its own. */
const asking = (isRight: (input: VerifyRequestInput) => boolean): Softening => ({
  normalise: (input) => (isRight(input) ? input : withoutRightSignature(input)),
});
const comparingWith = (change: (path: string) => string): Softening => ({
  normalise: (input) => ({ ...input, path: change(input.path) }),
});
const keyed = (isRight: (key: string) => boolean): Softening =>
  asking(({ headers }) => isRight(headerOf(headers, HEADER.idempotencyKey)));

const ORDER = ['api_key', 'idempotency_key', 'timestamp', 'sign_version', 'method', 'path', 'body_hash'];

function isInOrder(text: string): boolean {
  try {
    return Object.keys(JSON.parse(text)).join() === ORDER.join();
  } catch {
    return true;
  }
}

export const REFUSING_READERS: readonly WrongReader[] = verifiers({
  'wants-members-in-order: refuses a payload whose members stand in another order than in the interface': asking(
    ({ headers }) => isInOrder(latinText(headers)),
  ),
  'wants-payload-without-blanks: refuses a payload with white space outside its texts': asking(
    ({ headers }) => !/\s/.test(latinText(headers).replace(/"(?:[^"\\]|\\.)*"/g, '')),
  ),
  'wants-payload-in-ascii: refuses a payload with letters beyond ASCII': asking(
    ({ headers }) => !/[^\0-\x7f]/.test(latinText(headers)),
  ),
  'wants-payload-without-escapes: refuses escapes in a payload': asking(
    ({ headers }) => !/\\[u/]/.test(latinText(headers)),
  ),
  'wants-sorted-query: sorts the query that was sent and compares that with the signed one': comparingWith((path) =>
    path.includes('?') ? sortedQuery(path) : path,
  ),
  'wants-decoded-path: decodes the target that was sent and compares that with the signed one': comparingWith(decoded),
  'wants-path-without-query: compares the signed path with the one that was sent without its query': comparingWith(
    (path) => path.split('?')[0] ?? path,
  ),
  'refuses-timestamps-ahead: refuses every timestamp that lies ahead of the clock': asking(
    ({ headers }) => Number(headerOf(headers, HEADER.timestamp)) <= NOW_MS,
  ),
  'wants-uuid-as-key: takes UUIDs alone for an idempotency key': keyed(
    (key) => key === '' || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key),
  ),
  'refuses-inside-window: takes a narrower window than the given one': asking(
    ({ headers }) => Math.abs(Number(headerOf(headers, HEADER.timestamp)) - NOW_MS) <= 2500,
  ),
  'refuses-longest-keys: refuses a key of 128 characters': keyed((key) => key.length < 128),
  'refuses-long-keys: refuses keys of more than 64 characters': keyed((key) => key.length <= 64),
  'refuses-keys-at-bounds: refuses keys of exactly 5 and exactly 128 characters': keyed(
    (key) => key.length !== 5 && key.length !== 128,
  ),
  'refuses-shortest-keys: refuses a key of 5 characters': keyed((key) => key.length !== 5),
  'refuses-tilde-in-keys: refuses the tilde in a key': keyed((key) => !key.includes('~')),
  'refuses-dot-in-keys: refuses the dot in a key': keyed((key) => !key.includes('.')),
  'refuses-marks-in-keys: knows letters, digits and hyphens in a key alone': keyed((key) => !/[._~]/.test(key)),
});
