// What other clients opened on the accounts of the pool while the run went on (interface 2.2: an event names the key of who asked): it is
// not the run's to close. Known over all checks, since one check must not take what another one placed for a stranger's. What no event
// tells is taken for the run's own.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import { kept } from '../../../../toolkit/payload/kept.js';
import type { PositionView, TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import type { Baseline } from './baselines.js';

/** Of an account, so many events of others are remembered: a target must not fill the memory with them. */
const REMEMBERED = 20_000;

interface Foreign {
  readonly operation: string | undefined;
  readonly orders: readonly string[];
  readonly positions: readonly PositionView[];
}

export class OpenedByOthers {
  /** Keys that the run sent and operations that were acknowledged for them, by account: two may count alike (interface 8). */
  readonly #names = new Map<string, Set<string>>();
  /** Orders and positions that events of the run's own keys have shown. */
  readonly #own = new Map<string, Set<string>>();
  readonly #foreign = new Map<string, Foreign[]>();

  take({ kind, account, client_request_id: key, operation_id: operation, parsed }: JournalRecord): void {
    if (account === null) return;
    if (kind === 'event') this.#takeEvent(account, parsed);
    if (kind !== 'invoke' && kind !== 'ok') return;
    for (const name of [key, operation]) if (name !== null) kept(this.#names, account, newSet).add(name);
  }

  /** What an account held that the run must leave there: what was there before, and what others have opened since. */
  addTo(baseline: Baseline, account: string): Baseline {
    const own = this.#own.get(account);
    const orders = new Set(baseline.orders);
    const positions = new Map<string, PositionView>();
    for (const { operation, orders: ids, positions: shown } of this.#foreign.get(account) ?? []) {
      // An event may overtake the answer that names its operation.
      if (operation !== undefined && this.#names.get(account)?.has(operation)) continue;
      for (const id of ids) if (!own?.has(id)) orders.add(id);
      for (const position of shown) {
        if (position.id !== undefined && !own?.has(position.id)) positions.set(position.id, position);
      }
    }
    return { orders, positions: new Map([...positions, ...baseline.positions]) };
  }

  #takeEvent(account: string, parsed: JsonValue): void {
    if (memberOf(parsed, 'kind') !== 'transaction_event') return;
    const view = (memberOf(parsed, 'view') ?? {}) as TransactionView;
    const [key, operation] = [view.clientRequestId, view.operationId].map(textOf);
    const { orders = [], positions = [] } = view;
    const ids = orders.flatMap(({ id }) => id ?? []);
    const names = this.#names.get(account);
    if ([key, operation].some((name) => name !== undefined && names?.has(name))) {
      const own = kept(this.#own, account, newSet);
      for (const id of [...ids, ...positions.flatMap((one) => one.id ?? [])]) own.add(id);
    } else if (key !== undefined) {
      const foreign = kept(this.#foreign, account, (): Foreign[] => []);
      if (foreign.length < REMEMBERED) foreign.push({ operation, orders: ids, positions });
    }
  }
}

const newSet = (): Set<string> => new Set();

function textOf(value: JsonValue | undefined): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}
