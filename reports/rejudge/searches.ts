// What a check looked for on its streams and did not find, as data: of the messages that came on a stream after a record, and before the
// claim was made, none may show all of the facts. Looked for again in the journal, so that a message which is there refutes the claim.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import type { EvaluateAssertion } from './judgement.js';

/** The member of an assertion that lists what was looked for. */
export const SOUGHT = 'sought';

/** A named predicate over the value at a pointer into a message; one that shows every fact was looked for. */
export interface SoughtFact {
  readonly pointer: string;
  readonly predicate: string;
  readonly expected: JsonValue;
}

export interface Sought {
  /** The stream. */
  readonly conn: string;
  /** Only messages of later records. */
  readonly after: number;
  readonly facts: readonly SoughtFact[];
}

/** Undefined for an assertion that looked for nothing, or does not say it as the suite does. */
export function soughtIn(assertion: JsonValue): readonly Sought[] | undefined {
  const list = memberOf(assertion, SOUGHT);
  if (!isJsonArray(list) || list.length === 0) return undefined;
  const all = list.map(readSought);
  return all.every((one) => one !== undefined) ? all : undefined;
}

function readSought(value: JsonValue): Sought | undefined {
  const [conn, after, list] = [memberOf(value, 'conn'), memberOf(value, 'after'), memberOf(value, 'facts')];
  if (typeof conn !== 'string' || typeof after !== 'number' || !Number.isInteger(after)) return undefined;
  if (!isJsonArray(list)) return undefined;
  const facts = list.map(readFact);
  return facts.every((one) => one !== undefined) ? { conn, after, facts } : undefined;
}

export function readFact(value: JsonValue): SoughtFact | undefined {
  const [pointer, predicate] = [memberOf(value, 'pointer'), memberOf(value, 'predicate')];
  if (typeof pointer !== 'string' || typeof predicate !== 'string') return undefined;
  return { pointer, predicate, expected: memberOf(value, 'expected') ?? null };
}

/** The same, for a journal whose records have other numbers. */
export function soughtMoved(assertion: JsonObject, offset: number): JsonObject {
  const list = memberOf(assertion, SOUGHT);
  if (!isJsonArray(list)) return {};
  const moved = list.map((one): JsonValue => {
    const after = memberOf(one, 'after');
    return isJsonObject(one) && typeof after === 'number' ? { ...one, after: after + offset } : one;
  });
  return { [SOUGHT]: moved };
}

export type FoundAgain = { readonly holds: boolean } | { readonly refused: string };

/** The streams and messages of the checks that looked for something. */
export class Searches {
  readonly #searching: ReadonlySet<string>;
  /** By check: the streams that it opened, and what came on them. */
  readonly #heard = new Map<string, Map<string, Pick<JournalRecord, 'i' | 'parsed'>[]>>();

  constructor(searching: ReadonlySet<string>) {
    this.#searching = searching;
  }

  /** Every record, in its order. */
  take({ i, kind, check, conn, parsed }: JournalRecord): void {
    if (check === null || !this.#searching.has(check)) return;
    if (kind === 'verdict') this.#heard.delete(check);
    if (conn === null || (kind !== 'open' && kind !== 'event')) return;
    const streams = this.#heard.get(check) ?? new Map<string, Pick<JournalRecord, 'i' | 'parsed'>[]>();
    this.#heard.set(check, streams);
    const messages = streams.get(conn) ?? [];
    streams.set(conn, messages);
    if (kind === 'event') messages.push({ i, parsed });
  }

  /** Whether nothing of it has come, or why the suite cannot have looked for it. Throws what evaluating throws. */
  look({ i, check }: JournalRecord, sought: readonly Sought[], evaluate: EvaluateAssertion): FoundAgain {
    const streams = this.#heard.get(check ?? '');
    for (const { conn, after, facts } of sought) {
      const messages = streams?.get(conn);
      if (messages === undefined) return { refused: 'was looked for on a stream that its check never opened' };
      if (after >= i) return { refused: 'was looked for after it' };
      const isFound = messages.some(
        (one) =>
          one.i > after &&
          facts.every(({ pointer, predicate, expected }) => evaluate(one.parsed, pointer, predicate, expected)),
      );
      if (isFound) return { holds: false };
    }
    return { holds: true };
  }
}
