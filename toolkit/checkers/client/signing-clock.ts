// How long a client had waited for an answer when it left (interface 5.3, rule 8: each request is signed anew). A busy machine takes
// requests in late, and an answer that leaves when patience is over is heard by nobody. The time of signing is on the clock of the client,
// which is compared with that of the recording by the quickest request.

/** Who waits so long may have given up; no client of note waits less. */
const PATIENCE_NS = 1_000_000_000;

/** Nanoseconds of the recording, and the text of SVC-TIMESTAMP. */
export class SigningClock {
  /** How far the recording is ahead of the client's clock, at least. */
  #aheadNs = Number.POSITIVE_INFINITY;

  see(tNs: number, timestamp: string | undefined): void {
    const signedNs = nanoseconds(timestamp);
    if (signedNs !== undefined) this.#aheadNs = Math.min(this.#aheadNs, tNs - signedNs);
  }

  /** Whether an answer may have come when the client waited no more, to a request that arrived at `tNs`. */
  isLate(answeredNs: number, tNs: number, timestamp: string | undefined): boolean {
    const signedNs = nanoseconds(timestamp);
    const sinceNs = signedNs === undefined ? tNs : Math.min(tNs, signedNs + this.#aheadNs);
    return answeredNs - sinceNs > PATIENCE_NS;
  }
}

function nanoseconds(timestamp: string | undefined): number | undefined {
  return timestamp !== undefined && /^[0-9]{1,15}$/.test(timestamp) ? Number(timestamp) * 1e6 : undefined;
}
