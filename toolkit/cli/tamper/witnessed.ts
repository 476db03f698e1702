// What a witness would have recorded of the report that is tampered with: every exchange and every message of its journal.
import { readFileSync } from 'node:fs';
import { answerDigests, messageDigest, requestDigests } from '../../../reports/witness/canonical.js';
import { WitnessWriter } from '../../../reports/witness/write-record.js';
import type { JournalRecord } from '../../journal/record.js';
import { memberOf } from '../../payload/json-kind.js';
import type { Signer } from '../../signing/index.js';

/** Its requests have answers. */
export function writeWitnessed(journalPath: string, path: string, signer: Signer): void {
  const lines = readFileSync(journalPath, 'utf8').trimEnd().split('\n').slice(1, -1);
  const records = lines.map((line) => JSON.parse(line) as JournalRecord); // our own
  const writer = new WitnessWriter(path, 'http://127.0.0.1:1');
  const requests = new Map(records.flatMap((one) => (one.kind === 'invoke' ? [[one.i, one] as const] : [])));
  // Each on a connection of its own, called after its answer.
  const streams = new Map<string, number>();
  for (const record of records) {
    const { kind, conn, cause, i, wall: at, raw } = record;
    const request = requests.get(cause ?? 0);
    if (kind === 'ok' && request !== undefined) {
      const [method, target] = ['method', 'path'].map((name) => String(memberOf(request.parsed, name)));
      const named = { method: method ?? '', path: target ?? '' };
      const digests = { request: requestDigests(request), answer: answerDigests(record) };
      writer.append({ kind: 'exchange', connection: i, at, ...named, ...digests });
    } else if (kind === 'open' && conn !== null) streams.set(conn, cause ?? 0);
    else if ((kind === 'send' || kind === 'event') && conn !== null) {
      const from = kind === 'send' ? 'suite' : 'target';
      writer.append({ kind: 'message', connection: streams.get(conn) ?? 0, at, from, digest: messageDigest(raw) });
    }
  }
  writer.close(signer);
}
