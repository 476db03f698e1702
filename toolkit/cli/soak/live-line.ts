// The line that tells how a soak goes: rewritten on a terminal, every ten seconds elsewhere.

import { SITUATIONS } from '../../../suites/soak/situations/situations.js';
import type { SoakState } from '../../../suites/soak/soak.js';
import type { CommandOutput } from '../command.js';

const TERMINAL_MS = 500;
const ELSEWHERE_MS = 10_000;

export class LiveLine {
  readonly #out: CommandOutput;
  readonly #startedMs = performance.now();
  #lastMs = 0;

  constructor(out: CommandOutput) {
    this.#out = out;
  }

  show(state: SoakState): void {
    const nowMs = performance.now();
    if (nowMs - this.#lastMs < (this.#out.isTty ? TERMINAL_MS : ELSEWHERE_MS)) return;
    this.#lastMs = nowMs;
    const text = lineOf(state, nowMs - this.#startedMs);
    this.#out.write(this.#out.isTty ? `\r${text.slice(0, this.#out.columns - 1)}\u001b[K` : `${text}\n`);
  }

  end(): void {
    if (this.#out.isTty && this.#lastMs > 0) this.#out.write('\r\u001b[K');
  }
}

function lineOf({ figures, met, failures, records }: SoakState, elapsedMs: number): string {
  const seconds = elapsedMs / 1000;
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  return [
    `${Math.round(seconds)} s`,
    `${figures.operations} operations (${Math.round(figures.operations / seconds)}/s)`,
    `${figures.requests} requests (${Math.round(figures.requests / seconds)}/s)`,
    `${figures.events} events`,
    `answers p50 ${figures.answer.percentile(0.5)} p99 ${figures.answer.percentile(0.99)} ms`,
    `${met} of ${SITUATIONS.length} situations`,
    `${records} records judged, ${memory} MB`,
    `${failures} findings`,
  ].join(', ');
}
