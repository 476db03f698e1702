// From the bytes of a body or a frame to JSON, strictly (`strict-json.ts`), with the first defect in a sentence. The one reader of what a
// target says: a run, and whoever judges its journal again.
import type { JsonValue } from './json.js';
import { readJsonDocuments, readStrictJson } from './strict-json.js';

/** A target may count its entities beyond a double; two of them must not become one. */
const READING = { wideIntegersAsText: true } as const;

export interface DecodedBody {
  /** Undefined when there is nothing, or nothing that can be read to its end. */
  readonly body: JsonValue | undefined;
  /** What is wrong; beside a body where it can be read, but readers of JSON disagree on it (a doubled member, say). */
  readonly bodyFault?: string;
}

export function decodeBody(bytes: Uint8Array): DecodedBody {
  if (bytes.length === 0) return { body: undefined };
  const { value, defects } = readStrictJson(bytes, READING);
  const [defect] = defects;
  return defect === undefined
    ? { body: value }
    : { body: value, bodyFault: `${defect.message} (at byte ${defect.offset})` };
}

export interface DecodedDocuments {
  /** Undefined when there is nothing, or nothing that can be read to its end. */
  readonly documents: readonly JsonValue[] | undefined;
  readonly fault?: string;
}

/** The documents of a frame: one, unless there may be several; white space alone is none of several. */
export function decodeDocuments(bytes: Uint8Array, maySeveral: boolean): DecodedDocuments {
  if (bytes.length === 0) return { documents: undefined };
  const { body, bodyFault } = decodeBody(bytes);
  if (body !== undefined) return { documents: [body] };
  const values = maySeveral ? readJsonDocuments(bytes, READING).values : undefined;
  return { documents: values, ...(values === undefined && bodyFault !== undefined && { fault: bodyFault }) };
}
