// What the dialect made of all messages that the streams of a target brought: one finding for each way in which it fails on them as a
// whole, so that a broken binding does not have to be guessed from hundreds of undecided checks.
import { plural } from '../../../../toolkit/base/plural.js';
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { isJsonArray, memberOf } from '../../../../toolkit/payload/json-kind.js';
import { ACCOUNT_FIGURES } from '../../../../toolkit/profile/dialect/views.js';
import { SEVERAL_DOCUMENTS } from '../../../../toolkit/wire/streams/read-frame.js';
import type { CheckFinding } from '../verdict/tally.js';

interface Seen {
  count: number;
  /** The journal line of the first. */
  readonly first: number;
}

/** Members that every message of a kind carries by the interface (2.2, 2.3, 4.6, 6.3). */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  transaction_event: ['status', 'operationId'],
  account_state_event: ACCOUNT_FIGURES,
  instrument_event: ['action'],
  tick: ['bid', 'ask'],
};

export class FrameFindings {
  #failed: (Seen & { readonly message: string }) | undefined;
  #several: (Seen & { readonly message: string }) | undefined;
  #unknown: Seen | undefined;
  #recognised = 0;
  readonly #kinds = new Map<string, Seen & { readonly missing: Set<string> }>();

  take(index: number, { kind, parsed, error }: Pick<RecordDraft, 'kind' | 'parsed' | 'error'>): void {
    if (error?.code === 'dialect-failed' && (kind === 'event' || kind === 'send')) {
      this.#failed ??= { count: 0, first: index, message: error.message };
      this.#failed.count += 1;
    } else if (error?.code === SEVERAL_DOCUMENTS) {
      this.#several ??= { count: 0, first: index, message: error.message };
      this.#several.count += 1;
    } else if (kind === 'event') {
      // What is no JSON at all is no message that the dialect knows, either.
      this.#look(index, String(memberOf(parsed, 'kind')), memberOf(parsed, 'view') ?? null);
    }
  }

  #look(index: number, kind: string, view: JsonValue): void {
    if (kind === 'ignored') return;
    if (kind === 'unknown') {
      this.#unknown ??= { count: 0, first: index };
      this.#unknown.count += 1;
      return;
    }
    this.#recognised += 1;
    const members = MEMBERS[kind];
    // A balance transaction may come without operation_id (interface 6.1, rule 4).
    if (members === undefined || isBalance(view)) return;
    const seen = this.#kinds.get(kind) ?? { count: 0, first: index, missing: new Set(members) };
    seen.count += 1;
    for (const member of seen.missing) if ((memberOf(view, member) ?? null) !== null) seen.missing.delete(member);
    this.#kinds.set(kind, seen);
  }

  /** Whether messages came, and so far not one that the dialect knows. */
  get recognisesNothing(): boolean {
    return this.#unknown !== undefined && this.#recognised === 0;
  }

  findings(): readonly CheckFinding[] {
    return [...this.#failures(), ...this.#severals(), ...this.#strangers(), ...this.#absent()];
  }

  *#failures(): Generator<CheckFinding> {
    if (this.#failed === undefined) return;
    const { count, first, message } = this.#failed;
    yield dialect(`the dialect failed on ${plural(count, 'frame')} of the streams: ${message}`, first);
  }

  *#severals(): Generator<CheckFinding> {
    if (this.#several === undefined) return;
    const { count, first, message } = this.#several;
    yield dialect(`${plural(count, 'frame was', 'frames were')} not read: ${message}`, first);
  }

  *#strangers(): Generator<CheckFinding> {
    if (this.#unknown === undefined || !this.recognisesNothing) return;
    const { count, first } = this.#unknown;
    yield dialect(
      `the dialect recognises none of the ${count} messages that the streams brought: look at frames and messages`,
      first,
    );
  }

  *#absent(): Generator<CheckFinding> {
    for (const [kind, { count, first, missing }] of this.#kinds) {
      if (missing.size === 0) continue;
      const where = [...missing].map((member) => `messages.${kind}.${member}`).join(', ');
      yield dialect(
        `${where}: nothing found in any of ${count} messages; the pointer leads elsewhere, or the target leaves it out`,
        first,
      );
    }
  }
}

function dialect(message: string, record: number): CheckFinding {
  return { kind: 'dialect', message, evidence: [record] };
}

function isBalance(view: JsonValue): boolean {
  const deals = memberOf(view, 'deals');
  return isJsonArray(deals) && deals.some((deal) => (memberOf(deal, 'balanceKind') ?? null) !== null);
}
