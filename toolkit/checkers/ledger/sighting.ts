// What a record said about the result of an operation: an event, or a reading of operation status.
import type { JsonValue } from '../../payload/json.js';
import { TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import type { Answer, Message } from './entry.js';
import { textAt } from './views.js';

/** What a record said about the result of an operation. */
export interface Sighting {
  readonly i: number;
  readonly tNs: number;
  readonly status: string;
  readonly key: string | undefined;
  /** The connection of an event; empty for a reading. */
  readonly conn: string;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
}

const STATUSES: readonly string[] = [...TRANSACTION_STATUSES, 'pending'];

interface Said extends Pick<Sighting, 'status' | 'key' | 'conn'> {
  readonly view: JsonValue;
}

export function sightingOf({ i, tNs }: Answer | Message, { status, view, key, conn }: Said): Sighting {
  return {
    i,
    tNs,
    status: STATUSES.find((known) => known === status) ?? status,
    key,
    conn,
    errorCode: textAt(view, 'errorCode'),
    errorMessage: textAt(view, 'errorMessage'),
  };
}

/** Appends to a list that is as long as it must be: there are as many of them as operations. */
export function extended(list: readonly Sighting[], one: Sighting): readonly Sighting[] {
  return list.length === 0 ? [one] : [...list, one];
}
