// Signers whose payload is no JSON object with the seven members (interface 5.2).

import type { PayloadFields, SigningStages } from '../../signing/signing-stages.js';
import type { SlipId } from '../../signing/slips/slips.js';
import type { WrongSigner } from '../wrong-implementation.js';

const wrong = (id: string, cause: SlipId, sentence: string, change: Partial<SigningStages>): WrongSigner => ({
  id,
  cause,
  sentence,
  change,
});

const written = (
  id: string,
  cause: SlipId,
  sentence: string,
  payloadText: (fields: PayloadFields) => string,
): WrongSigner => wrong(id, cause, sentence, { payloadText: (_, fields) => payloadText(fields) });

const encoded = (
  id: string,
  cause: SlipId,
  sentence: string,
  payloadBytes: (text: string) => Uint8Array,
): WrongSigner => wrong(id, cause, sentence, { payloadBytes });

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const renamed =
  (rename: (name: string) => string) =>
  (fields: PayloadFields): string =>
    JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value])));

export const PAYLOAD_SIGNERS: readonly WrongSigner[] = [
  encoded(
    'starts-with-byte-order-mark',
    'payload-byte-order-mark',
    'writes the payload with a byte order mark',
    (text) => Buffer.from(`\ufeff${text}`),
  ),
  encoded(
    'encodes-payload-in-utf-16',
    'payload-utf-16',
    'encodes the payload as the language holds it: UTF-16',
    (text) => Buffer.from(text, 'utf16le'),
  ),
  written('prints-dictionary', 'payload-not-json', 'prints the dictionary of the language instead of JSON', (fields) =>
    JSON.stringify(fields).replaceAll('"', "'"),
  ),
  written(
    'leaves-trailing-comma',
    'payload-not-json',
    'builds the payload from pieces and leaves a comma after the last member',
    (fields) => JSON.stringify(fields).replace(/\}$/, ',}'),
  ),
  written('form-encodes-payload', 'payload-form-encoded', 'writes the payload in form encoding', (fields) =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString(),
  ),
  written('writes-array', 'payload-not-object', 'writes the seven values as an array', (fields) =>
    JSON.stringify(Object.values(fields)),
  ),
  written('serialises-payload-twice', 'payload-json-twice', 'serialises the JSON text once more', (fields) =>
    JSON.stringify(JSON.stringify(fields)),
  ),
  written('wraps-payload', 'payload-wrapped', 'puts the members into a member "payload"', (fields) =>
    JSON.stringify({ payload: fields }),
  ),
  written(
    'omits-empty-members',
    'payload-member-missing',
    'omits members with an empty value, as omitempty does',
    (fields) => JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))),
  ),
  written('omits-version-member', 'payload-member-missing', 'omits sign_version', (fields) =>
    JSON.stringify({ ...fields, sign_version: undefined }),
  ),
  written('writes-camel-case', 'payload-member-renamed', 'writes the member names in camel case', renamed(camelCase)),
  written(
    'writes-pascal-case',
    'payload-member-renamed',
    'writes the member names as its fields are called, in Pascal case',
    renamed((name) => camelCase(`_${name}`)),
  ),
  written(
    'writes-numeric-api-key',
    'payload-member-type',
    'writes an identifier that consists of digits as a number',
    (fields) =>
      JSON.stringify({
        ...fields,
        api_key: /^\d+$/.test(String(fields['api_key'])) ? Number(fields['api_key']) : fields['api_key'],
      }),
  ),
];
