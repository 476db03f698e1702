// The last record of a run: what was found besides the verdicts of its checks, so that a report cannot lose it unnoticed.
import { REMARK, type RecordDraft, RUN_FINDINGS } from '../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { FromWorker } from './channel.js';

export class RunFindings {
  /** Each once, as `{kind, message}`. */
  readonly #found = new Map<string, { readonly kind: string; readonly message: string }>();
  #clockOffsetMs: number | undefined;

  take(message: FromWorker): void {
    if (message.type === 'leaks') for (const leak of message.leaks) this.#add('leak', leak);
    if (message.type === 'findings') for (const one of message.findings) this.#add(one.kind, one.message);
    if (message.type === 'ended') for (const one of message.outcome.findings) this.#add(one.kind, one.message);
    if (message.type !== 'preflight') return;
    const { outcome, message: why, streams, accounts, clockOffsetMs } = message.report;
    this.#clockOffsetMs = clockOffsetMs;
    if (outcome !== 'ready') this.#add('preflight', why ?? outcome);
    if (streams !== undefined) this.#add('preflight', streams);
    if (accounts !== undefined) this.#add('control', accounts);
  }

  record(): RecordDraft {
    const findings: JsonValue = [...this.#found.values()].map((one) => ({ ...one }));
    return {
      ...REMARK,
      kind: 'info',
      parsed: { [RUN_FINDINGS]: findings, clock_offset_ms: this.#clockOffsetMs ?? null },
    };
  }

  #add(kind: string, message: string): void {
    this.#found.set(`${kind} ${message}`, { kind, message });
  }
}
