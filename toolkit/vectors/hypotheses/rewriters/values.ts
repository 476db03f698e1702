// Identifiers that are changed on their way into the payload, into their header, or into both (interface 5.1, 5.2).
import { HEADER } from '../../../signing/headers.js';
import type { SigningStages } from '../../../signing/signing-stages.js';
import { type Named, namedRows } from '../../../signing/slips/named.js';
import type { Rewriter } from './rewriter.js';

const CHANGES: Readonly<Record<Named, (text: string) => string>> = {
  'lower-cases: in small letters': (text) => text.toLowerCase(),
  'upper-cases: in capitals': (text) => text.toUpperCase(),
  'strips-hyphens: without its hyphens': (text) => text.replaceAll('-', ''),
  'replaces-hyphens: with "_" for its hyphens': (text) => text.replaceAll('-', '_'),
  'cuts-to-32: cut to 32 characters': (text) => text.slice(0, 32),
  'cuts-to-36: cut to 36 characters': (text) => text.slice(0, 36),
  'encodes: in base64': (text) => Buffer.from(text).toString('base64'),
  'encodes-basic: as Basic authentication has it': (text) => `Basic ${Buffer.from(text).toString('base64')}`,
  'encodes-basic-with-colon: as Basic authentication has it, with a colon': (text) =>
    `Basic ${Buffer.from(`${text}:`).toString('base64')}`,
  'bears: behind the word Bearer': (text) => `Bearer ${text}`,
  'prints: as Python prints bytes': (text) => `b'${text}'`,
  'quotes: in quotation marks': (text) => JSON.stringify(text),
  'escapes: in percent-encoding': (text) => encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('~', '%7E'),
  'ends-with-line: with a line break behind it': (text) => `${text}\n`,
  'reverses: in reverse': (text) => [...text].reverse().join(''),
};

const PLACES = [
  ['api_key', HEADER.apiKey, 'api-key-mismatch', 'the API key'],
  ['idempotency_key', HEADER.idempotencyKey, 'idempotency-key-mismatch', 'the idempotency key'],
] as const;

export const VALUE_REWRITERS: readonly Rewriter[] = namedRows(CHANGES).flatMap(([id, words, change]) =>
  PLACES.flatMap(([member, header, cause, name]): readonly Rewriter[] => {
    const changed = (text: unknown): string => (text === '' ? '' : change(String(text)));
    const payload: SigningStages['payload'] = (fields) => ({ ...fields, [member]: changed(fields[member]) });
    const headers: SigningStages['headers'] = (list) =>
      list.map(([one, value]) => [one, one === header ? changed(value) : value] as const);
    const word = member.replaceAll('_', '-');
    return [
      {
        id: `${id}-${word}-in-payload`,
        sentence: `signs ${name} ${words}, and sends it as it is`,
        cause,
        change: { payload },
      },
      {
        id: `${id}-${word}-in-header`,
        sentence: `sends ${name} ${words}, and signs it as it is`,
        cause,
        change: { headers },
      },
      { id: `${id}-${word}`, sentence: `signs and sends ${name} ${words}`, cause, change: { payload, headers } },
    ];
  }),
);
