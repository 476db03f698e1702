// What else of a request a signer may have hashed in place of its body (interface 5.2, `body_hash`): parts of its line and its headers, or
// the command that follows a handshake.
import { type BodyVariant, variant } from './body-variant.js';
import type { BodyPlace } from './hash-forms.js';

/** The command that will be sent over a stream is no body of its handshake (4.5, rule 2). */
export function* ofCommands(): Generator<BodyVariant> {
  for (const event of ['transactions', 'account_state']) {
    for (const before of [
      '',
      '"action":"subscribe",',
      '"type":"subscribe",',
      '"op":"subscribe",',
      '"command":"subscribe",',
    ]) {
      const compact = `{${before}"event":"${event}"}`;
      for (const text of [compact, withBlanks(compact)]) {
        yield { ...variant('body-hash-of-other-bytes', text), how: 'hashes the command to subscribe' };
      }
    }
  }
}

export function* ofRequestLine(path: string): Generator<BodyVariant> {
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  for (const text of [query, `?${query}`, path, path.split('?')[0] ?? '']) {
    if (text !== '' && text !== '?') yield variant('body-hash-of-query', text);
  }
  if (query === '') return;
  // Libraries take the parameters of a GET for its body.
  for (const parameters of [Object.fromEntries(new URLSearchParams(query)), [...new URLSearchParams(query)]]) {
    const compact = JSON.stringify(parameters);
    for (const text of [compact, withBlanks(compact)]) yield variant('body-hash-of-query', text);
  }
}

export function* ofOtherParts({ path, method, apiKey, idempotencyKey, timestamp }: BodyPlace): Generator<BodyVariant> {
  for (const text of [apiKey, idempotencyKey, timestamp, method, `${method} ${path}`]) {
    if (text !== '') yield variant('body-hash-of-payload', text);
  }
}

/** JSON of texts alone, with a blank behind each colon and comma. */
const withBlanks = (compact: string): string => compact.replaceAll('":"', '": "').replaceAll('","', '", "');
