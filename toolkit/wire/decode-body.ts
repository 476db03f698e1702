// From the bytes of a body or a frame to JSON, strictly (`payload/strict-json.ts`), with the first defect in a sentence.
import type { JsonValue } from '../payload/json.js';
import { readStrictJson } from '../payload/strict-json.js';

export interface DecodedBody {
  /** Undefined when there is nothing, or nothing that can be read to its end. */
  readonly body: JsonValue | undefined;
  /** What is wrong; beside a body where it can be read, but readers of JSON disagree on it (a doubled member, say). */
  readonly bodyFault?: string;
}

export function decodeBody(bytes: Uint8Array): DecodedBody {
  if (bytes.length === 0) return { body: undefined };
  const { value, defects } = readStrictJson(bytes);
  const [defect] = defects;
  return defect === undefined
    ? { body: value }
    : { body: value, bodyFault: `${defect.message} (at byte ${defect.offset})` };
}
