// Legal ways of answering requests: phases, statuses and codes that the interface leaves open (interface 4, 5, 7, 8).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { among, type Habit } from '../algebra/index.js';

const foreign = among('foreign-account', '4.1', ['foreign-account']);
const shared = among('shared-codes', '7.2', ['sync-or-final']);
const negative = among('execution-errors', '7.2', ['rejected-versus-failed']);
const duplicate = among('duplicate-status', '8', ['duplicate-status']);
const conflict = among('conflict-status', '7.1', ['conflict-form']);
const codes = among('other-codes', '7.1', ['non-auth-code-type']);
const sameness = among('sameness', '8', ['same-payload']);
const refusedKey = among('key-after-refusal', '8', ['key-after-refusal']);
const replay = among('signed-replay', '5.3', ['signed-replay']);

export const answerHabits: readonly Habit[] = [
  foreign('foreign-account-forbidden', {
    summary: 'An account that the key may not use is answered with 403.',
    behaviour: { foreignAccount: 403 },
  }),
  foreign('foreign-account-hidden', {
    summary: 'An account that the key may not use is answered as if it did not exist.',
    behaviour: { foreignAccount: 404 },
  }),
  shared('shared-codes-early', {
    summary: 'What may be refused in either phase is refused before the ACK.',
    behaviour: { sharedCodes: 'early' },
  }),
  shared('shared-codes-late', {
    summary: 'What may be refused in either phase is acknowledged, then rejected.',
    behaviour: { sharedCodes: 'late' },
  }),
  negative('execution-errors-failed', {
    summary: 'Errors of execution and of the system end as failed.',
    behaviour: { executionErrors: 'failed' },
  }),
  negative('execution-errors-rejected', {
    summary: 'Errors of execution and of the system end as rejected.',
    behaviour: { executionErrors: 'rejected' },
  }),
  duplicate('duplicate-answered-202', {
    summary: 'A repeated request is answered with 202 like the first.',
    behaviour: { duplicateStatus: 202 },
  }),
  duplicate('duplicate-answered-200', {
    summary: 'A repeated opening is answered with 200.',
    behaviour: { duplicateStatus: 200 },
  }),
  conflict('conflict-409', {
    summary: 'A key that comes back with another payload is refused with 409.',
    behaviour: { conflictStatus: 409 },
  }),
  conflict('conflict-400', {
    summary: 'A key that comes back with another payload is refused with 400.',
    behaviour: { conflictStatus: 400 },
  }),
  codes('codes-are-names', {
    summary: 'Codes other than those of authentication are the public names.',
    behaviour: { otherCodes: 'name' },
  }),
  codes('codes-are-numbers', {
    summary: 'Codes other than those of authentication are numbers; the name stands in the message.',
    behaviour: { otherCodes: 'number' },
  }),
  sameness('same-payload-by-bytes', {
    summary: 'A retry is the same when its bytes are.',
    behaviour: { sameness: 'bytes' },
  }),
  sameness('same-payload-by-json', {
    summary: 'A retry is the same when its JSON says the same.',
    behaviour: { sameness: 'json' },
  }),
  sameness('same-payload-by-what-it-asks', {
    summary:
      'A retry is the same when it asks for the same; of an sltp order only its position and levels are asked for.',
    rules: {
      fingerprintOf: (honest) => (request) => honest({ ...request, json: asked(request.json), comparesJson: true }),
    },
  }),
  refusedKey('refusal-frees-the-key', {
    summary: 'A key may be used again after a refusal before the ACK.',
    behaviour: { keyAfterRefusal: 'free' },
  }),
  refusedKey('refusal-uses-the-key', {
    summary: 'A refusal before the ACK uses the key up.',
    behaviour: { keyAfterRefusal: 'used' },
  }),
  replay('replay-accepted', {
    summary: 'A signed request that comes byte for byte again is taken again.',
    behaviour: { signedReplay: 'accepted' },
  }),
  replay('replay-refused', {
    summary: 'A signed request that comes byte for byte again is refused.',
    behaviour: { signedReplay: 'refused' },
  }),
];

/** Without what the position of an sltp order tells, under its names in either dialect. */
function asked(json: JsonValue): JsonValue {
  if (!isJsonObject(json)) return json;
  const wish: JsonObject = isJsonObject(json['wish'] ?? null) ? (json['wish'] as JsonObject) : {};
  if (json['type'] !== 'sltp' && wish['kind'] !== 'sltp') return json;
  const { instrument: _instrument, side: _side, volume: _volume, ...rest } = json;
  const { symbol: _symbol, way: _way, ...kept } = wish;
  return { ...rest, wish: kept };
}
