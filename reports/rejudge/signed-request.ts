// Whether a recorded request is the one that its own SVC-DATA describes (interface 5.2). One that was damaged on purpose need not be.
import { createHash } from 'node:crypto';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';
import { hasTakenOut } from './redacted-texts.js';

const DATA = /^svc-data$/i;

/** In a sentence; undefined when nothing differs, or nothing is said. */
export function signedDifference({ kind, raw, parsed }: JournalRecord): string | undefined {
  if (kind !== 'invoke' || memberOf(parsed, 'damage') !== undefined) return undefined;
  const payload = payloadIn(memberOf(parsed, 'headers'));
  if (payload === undefined) return undefined;
  // Behind a gateway another path is signed than the one that is sent.
  if (typeof memberOf(parsed, 'path') !== 'string') return 'the request has no path';
  if (memberOf(payload, 'method') !== memberOf(parsed, 'method')) {
    return 'the method of the request is not the one that it signed';
  }
  if (typeof raw === 'string' && hasTakenOut(raw)) return undefined;
  const bytes =
    raw === null || typeof raw === 'string' ? Buffer.from(raw ?? '', 'utf8') : Buffer.from(raw.base64, 'base64');
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return hash === memberOf(payload, 'body_hash') ? undefined : 'the body of the request is not the one that it signed';
}

function payloadIn(headers: JsonValue | undefined): JsonValue | undefined {
  const data = (isJsonArray(headers) ? headers : []).flatMap((header) => {
    const [name, value] = isJsonArray(header) ? header : [];
    return typeof name === 'string' && DATA.test(name) && typeof value === 'string' ? [value] : [];
  });
  const [only] = data;
  if (only === undefined || data.length > 1) return undefined;
  try {
    return JSON.parse(Buffer.from(only, 'base64url').toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}
