// Latency distributions from a journal, collected in passing: per request of the interface, and from ACK to the event of its operation.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { Latency } from '../render/viewer-data.js';

const ACK_TO_EVENT = 'ACK to event';

export interface LatencyCollector {
  add(record: JournalRecord): void;
  result(): readonly Latency[];
}

export function collectLatencies(): LatencyCollector {
  const invoked = new Map<number, number>();
  const acknowledged = new Map<string, number>();
  const samples = new Map<string, number[]>();
  const sample = (operation: string, ns: number): void => {
    const list = samples.get(operation);
    if (list === undefined) samples.set(operation, [ns / 1e6]);
    else list.push(ns / 1e6);
  };
  return {
    add(record): void {
      if (record.kind === 'invoke') invoked.set(record.i, record.t_ns);
      else if (record.kind === 'ok' && record.cause !== null) {
        const sent = invoked.get(record.cause);
        invoked.delete(record.cause);
        const request = memberOf(record.parsed, 'request');
        if (sent !== undefined && typeof request === 'string') sample(request, record.t_ns - sent);
        if (memberOf(record.parsed, 'status') === 202 && record.operation_id !== null) {
          acknowledged.set(`${record.account} ${record.operation_id}`, record.t_ns);
        }
      } else if (record.kind === 'event' && record.operation_id !== null) {
        const key = `${record.account} ${record.operation_id}`;
        const since = acknowledged.get(key);
        // An event may overtake its ACK (two channels); only what came after it has a latency.
        if (since !== undefined) sample(ACK_TO_EVENT, record.t_ns - since);
        acknowledged.delete(key);
      }
    },
    result: () => [...samples].map(([operation, values]) => ({ operation, ...distribution(values) })).sort(byName),
  };
}

function distribution(values: readonly number[]): Omit<Latency, 'operation'> {
  const sorted = Float64Array.from(values).sort();
  const percentiles = Array.from({ length: 101 }, (_, percent) => {
    const value = sorted[Math.round((percent / 100) * (sorted.length - 1))] ?? 0;
    return Math.round(value * 1000) / 1000;
  });
  return { count: sorted.length, percentiles };
}

function byName(a: Latency, b: Latency): number {
  return a.operation < b.operation ? -1 : 1;
}
