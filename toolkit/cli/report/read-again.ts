// Reads the answers and messages of a finished run again, by the dialect of the profile in its journal.
import type { ReadAgain } from '../../../reports/rejudge/readings.js';
import type { JournalHeader } from '../../journal/record.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject, memberOf } from '../../payload/json-kind.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { REQUEST_NAMES } from '../../profile/dialect/dialect.js';
import { viewOf } from '../../profile/dialect/reading/answer-view.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';

/** Undefined where the dialect is a program of the profile's author, which a verifier does not have. */
export async function readAgain({ settings }: JournalHeader): Promise<ReadAgain | undefined> {
  const profile = memberOf(memberOf(settings, 'plan'), 'profile');
  const spec = memberOf(memberOf(profile, 'dialect'), 'spec');
  const [baseUrl, streamUrl] = [memberOf(profile, 'baseUrl'), memberOf(profile, 'streamUrl')];
  if (!isJsonObject(spec) || typeof baseUrl !== 'string' || typeof streamUrl !== 'string') return undefined;
  // The run compiled it from the very same members; what is none of a dialect does not compile.
  const dialect = compileDialect(spec as unknown as DialectSpec, baseUrl, streamUrl);
  return {
    maySeveral: dialect.frameDocuments !== 'one',
    answer: (request, status, body) => {
      const name = REQUEST_NAMES.find((one) => one === request);
      return name === undefined ? null : viewOf(dialect, name, status, body);
    },
    frame: (body) => dialect.readFrame(body) as unknown as readonly JsonValue[], // views hold JSON and absent members
  };
}
