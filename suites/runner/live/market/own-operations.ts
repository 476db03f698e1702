// What a check asked for, by the key under which it asked and by the operation that was acknowledged for it (interface 2.1; 8), so that
// results are told apart from those of other clients. Read from the records of the check alone.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';

/** A mutating request, in the words of the dialect's parameters. */
export interface Asked {
  readonly request: string;
  readonly record: number;
  readonly instrument: string | undefined;
  readonly type: string | undefined;
  readonly side: string | undefined;
  readonly price: string | undefined;
  readonly volume: string | undefined;
  /** It was sent as it should be. */
  readonly isSound: boolean;
  /** It was sent as it should be, and with no price but its own. */
  readonly isPlain: boolean;
}

/** A result or refusal that was read in a record. */
export interface Told {
  readonly record: JournalRecord;
  readonly view: JsonValue | undefined;
  /** Undefined where the target does not say whose it is, or another's it is. */
  readonly asked: Asked | undefined;
}

const MUTATING: readonly unknown[] = ['placeOrder', 'openPosition', 'closePosition', 'cancelOrder'];

export class OwnOperations {
  readonly #byKey = new Map<string, Asked>();
  readonly #byOperation = new Map<string, Asked>();
  /** Every final result, snapshot apart, and every answer to a mutation, in the order of the records. */
  readonly told: readonly Told[];

  constructor(records: readonly JournalRecord[]) {
    const byRecord = new Map<number, Asked>();
    const told: Told[] = [];
    for (const record of records) {
      if (record.kind === 'invoke') {
        const asked = askedBy(record);
        if (asked === undefined) continue;
        byRecord.set(record.i, asked);
        if (record.client_request_id !== null) this.#byKey.set(of(record, record.client_request_id), asked);
      } else if (record.kind === 'ok') {
        const asked = record.cause === null ? undefined : byRecord.get(record.cause);
        if (asked !== undefined && record.operation_id !== null) {
          this.#byOperation.set(of(record, record.operation_id), asked);
        }
        told.push({ record, view: memberOf(record.parsed, 'view'), asked });
      } else if (record.kind === 'event' && memberOf(record.parsed, 'kind') === 'transaction_event') {
        told.push({ record, view: memberOf(record.parsed, 'view'), asked: undefined });
      }
    }
    // An event may overtake the answer that names its operation.
    this.told = told.map((one) => ({ ...one, asked: one.asked ?? this.#askedFor(one.record, one.view) }));
  }

  get instruments(): readonly string[] {
    return [...new Set([...this.#byKey.values()].flatMap(({ instrument }) => instrument ?? []))];
  }

  /** Events of a key that the check did not give: another client's, as far as keys tell. */
  get ofOthers(): readonly Told[] {
    return this.told.filter(({ record, view, asked }) => {
      const key = textOf(memberOf(view, 'clientRequestId'));
      return record.kind === 'event' && asked === undefined && key !== undefined && key !== '';
    });
  }

  #askedFor(record: JournalRecord, view: JsonValue | undefined): Asked | undefined {
    const [key, operation] = [textOf(memberOf(view, 'clientRequestId')), textOf(memberOf(view, 'operationId'))];
    return this.#byKey.get(of(record, key)) ?? this.#byOperation.get(of(record, operation));
  }
}

/** Two accounts may use one key, and count their operations alike (interface 8). */
function of({ account }: JournalRecord, name: string | undefined): string {
  return `${account} ${name}`;
}

function askedBy({ i, parsed }: JournalRecord): Asked | undefined {
  const request = memberOf(parsed, 'request');
  if (!MUTATING.includes(request)) return undefined;
  const params = memberOf(parsed, 'params');
  const isSound = memberOf(parsed, 'damage') === undefined;
  const text = (member: string): string | undefined => textOf(memberOf(params, member));
  return {
    request: String(request),
    record: i,
    instrument: text('instrument'),
    type: text('type'),
    side: text('side'),
    price: text('price'),
    volume: text('volume'),
    isSound,
    isPlain: isSound && text('stopLossPrice') === undefined && text('takeProfitPrice') === undefined,
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
