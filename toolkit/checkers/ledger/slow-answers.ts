// When answers took so long that everything of the target may have been late.

/** A second and a half for an answer of a service that answers in milliseconds as a rule: it, or the machine, is starved. */
const SLOW_NS = 1.5e9;
/** Only the latest are remembered: journals have a million records. */
const MOST = 1_000;

export class SlowAnswers {
  /** In order, none of which overlap. */
  readonly #spans: { readonly fromNs: number; toNs: number }[] = [];

  see(calledNs: number, answeredNs: number): void {
    if (answeredNs - calledNs < SLOW_NS) return;
    const last = this.#spans.at(-1);
    // Both ends grow, so that only the last may be joined.
    if (last !== undefined && last.toNs >= calledNs) last.toNs = answeredNs;
    else this.#spans.push({ fromNs: calledNs, toNs: answeredNs });
    if (this.#spans.length > MOST) this.#spans.shift();
  }

  /** Whether one of them was waited for at some time from then until then. */
  within(fromNs: number, toNs: number): boolean {
    return this.#spans.some((one) => one.fromNs <= toNs && one.toNs >= fromNs);
  }
}
