// The figures of a soak while it runs: operations, requests, events, latencies.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { Entry } from '../../toolkit/checkers/index.js';
import { isMutating } from '../../toolkit/profile/dialect/dialect.js';
import { Latencies } from './latencies.js';

export class Figures {
  operations = 0;
  requests = 0;
  events = 0;
  rounds = 0;
  streams = 0;
  disturbances = 0;
  refused = 0;
  readonly answer: Latencies = new Latencies();
  readonly result: Latencies = new Latencies();
  readonly #calledNs = new Map<number, number>();
  readonly #ackedNs = new Map<string, number>();

  see(entry: Entry): void {
    if (entry.type === 'call') {
      this.requests += 1;
      this.#calledNs.set(entry.i, entry.tNs);
    } else if (entry.type === 'answer') {
      const calledNs = this.#calledNs.get(entry.call);
      if (calledNs !== undefined) this.answer.add((entry.tNs - calledNs) / 1e6);
      this.#calledNs.delete(entry.call);
      if (!isMutating(entry.request)) return;
      if (isSuccessful(entry.status)) this.operations += 1;
      else this.refused += 1;
      if (entry.operationId !== undefined) keep(this.#ackedNs, entry.operationId, entry.tNs);
    } else if (entry.type === 'lost') {
      this.#calledNs.delete(entry.call);
    } else if (entry.type === 'opened') {
      this.streams += 1;
    } else if (entry.type === 'message' && entry.kind === 'transaction_event') {
      this.events += 1;
      const ackedNs = entry.operationId === undefined ? undefined : this.#ackedNs.get(entry.operationId);
      if (ackedNs === undefined || entry.operationId === undefined) return;
      this.result.add(Math.max(0, (entry.tNs - ackedNs) / 1e6));
      this.#ackedNs.delete(entry.operationId);
    } else if (entry.type === 'control') {
      this.disturbances += 1;
    }
  }
}

/** Operations without an event are forgotten some day. */
const REMEMBERED = 10_000;

function keep(map: Map<string, number>, id: string, value: number): void {
  if (!map.has(id)) map.set(id, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}
