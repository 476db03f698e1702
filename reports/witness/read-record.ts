// Reads the record of a witness and proves that it is the witness's: the signature over all lines before the last.

import { messageOf } from '../../toolkit/base/message-of.js';
import { readRegularFile } from '../../toolkit/journal/regular-file.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';
import type { Verifier } from '../../toolkit/signing/index.js';
import { parseEnvelope, verifiedPayload } from '../certificate/dsse.js';
import { sha256 } from '../certificate/sha256.js';
import { WITNESS_FORMAT, WITNESS_PREDICATE, type WitnessEntry, type WitnessSummary } from './record.js';

export interface WitnessRecord {
  readonly summary: WitnessSummary;
  readonly entries: readonly WitnessEntry[];
}

/** A line of some hundred bytes for each message. */
const MOST_BYTES = 1 << 30;

function readText(path: string, name: string): string {
  try {
    return readRegularFile(path, { mostBytes: MOST_BYTES }).toString('utf8');
  } catch (cause) {
    throw new Error(`${name} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Throws an `Error` whose message names the file and what is wrong with it. */
export async function readWitnessRecord(path: string, name: string, verifier: Verifier): Promise<WitnessRecord> {
  const text = readText(path, name);
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const [body, last] = [text.slice(0, end), text.slice(end).trimEnd()];
  const payload = signedBy(verifier, last, name);
  if (payload === undefined) throw new Error(`${name} was not signed with the key of the witness, or was changed`);
  const statement = JSON.parse(payload.toString('utf8')) as JsonValue; // by the key, so as the witness wrote it
  const type = memberOf(statement, 'predicateType');
  if (type !== WITNESS_PREDICATE) {
    throw new Error(`${name} holds ${JSON.stringify(type)}, expected ${WITNESS_PREDICATE}`);
  }
  const subjects = memberOf(statement, 'subject');
  const signed = memberOf(memberOf(isJsonArray(subjects) ? subjects[0] : undefined, 'digest'), 'sha256');
  if (signed !== sha256(body)) throw new Error(`${name} was changed after it was signed`);
  // What follows is what the witness signed, in a format of this version.
  const summary = memberOf(statement, 'predicate') as unknown as WitnessSummary;
  const [head = '', ...lines] = body.split('\n').slice(0, -1);
  const version = memberOf(JSON.parse(head) as JsonValue, 'witness');
  if (version !== WITNESS_FORMAT) {
    throw new Error(`${name} is of format ${String(version)}; this version of tsi reads format ${WITNESS_FORMAT}`);
  }
  const entries = lines.map((line) => JSON.parse(line) as WitnessEntry);
  if (!summary.whole) throw new Error(`${name} is not whole: the witness stopped recording at its bound`);
  return { summary, entries };
}

function signedBy(verifier: Verifier, line: string, name: string): Buffer | undefined {
  try {
    return verifiedPayload(parseEnvelope(line), verifier);
  } catch (cause) {
    throw new Error(`${name} does not end with the signature of a witness: was tsi witness ended in order?`, { cause });
  }
}
