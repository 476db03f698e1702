// Judges what a client sent once more, from the journal of its run: the checkers of clients over the records that an assertion names, and
// over all that was sent for a check that passed.
import type { JudgeSent } from '../../../reports/rejudge/judgement.js';
import { loweredIn, lowestOf } from '../../../suites/runner/level.js';
import { CLIENT_CHECKERS } from '../../checkers/client/client-checkers.js';
import { type CheckerResult, JournalJudgement } from '../../checkers/index.js';
import type { JournalHeader, JournalRecord, RecordKind } from '../../journal/record.js';
import { memberOf } from '../../payload/json-kind.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';

/** In the ids of what is judged of a client that is told nothing. */
const UNDER_WATCH = '/watched-';

type Results = readonly CheckerResult<ClientRequirementId>[];

/** Undefined for the journal of a service. */
export async function judgeSent({ settings }: JournalHeader): Promise<JudgeSent | undefined> {
  if (memberOf(settings, 'subject') !== 'client') return undefined;
  return new SentAgain(loweredIn((await loadCatalogue()).requirements));
}

/** What the checkers of clients look at. */
const SHOWING: readonly RecordKind[] = ['invoke', 'ok', 'info', 'open', 'close', 'send', 'gap'];
/** Of what a stream tells only what changes a client's duties; the rest is most of a journal. */
const SHOWING_EVENTS: readonly unknown[] = ['instrument_event', 'command_refused'];

class SentAgain implements JudgeSent {
  readonly #lowered: ReturnType<typeof loweredIn>;
  /** By check; what is of no check, as in a watch, belongs to all. */
  readonly #records = new Map<string | null, JournalRecord[]>();

  constructor(lowered: ReturnType<typeof loweredIn>) {
    this.#lowered = lowered;
  }

  take(record: JournalRecord): void {
    const { kind, check, parsed } = record;
    // Played again from its beginning.
    if (kind === 'resolve') this.#records.delete(check);
    if (!SHOWING.includes(kind) && !(kind === 'event' && SHOWING_EVENTS.includes(memberOf(parsed, 'kind')))) return;
    const own = this.#records.get(check);
    if (own === undefined) this.#records.set(check, [record]);
    else own.push(record);
  }

  holds(check: string, requirement: string, from: number, to: number): boolean | undefined {
    const results = judged(
      check,
      this.#of(check).filter(({ i }) => i >= from && i <= to),
      [requirement],
    );
    const isShown = results.some(({ judgedBy }) => Object.hasOwn(judgedBy, requirement));
    const violations = results.flatMap(({ findings }) =>
      findings.filter((finding) => finding.requirement === requirement),
    );
    return isShown ? violations.length === 0 : undefined;
  }

  violation(check: string, requirements: readonly string[]): string | undefined {
    const [worst] = judged(check, this.#of(check), requirements)
      .flatMap(({ findings }) => findings)
      .filter(({ requirement, level }) => lowestOf(level, this.#lowered[requirement]) === 'must')
      .filter(({ requirement }) => requirements.includes(requirement));
    return worst === undefined ? undefined : `its records break ${worst.requirement}: ${worst.message}`;
  }

  #of(check: string): readonly JournalRecord[] {
    return [...(this.#records.get(check) ?? []), ...(this.#records.get(null) ?? [])].sort((a, b) => a.i - b.i);
  }
}

function judged(check: string, records: readonly JournalRecord[], requirements: readonly string[]): Results {
  const checkers = CLIENT_CHECKERS.filter((one) => one.requirements.some((id) => requirements.includes(id)));
  const isWaitedFor = !check.includes(UNDER_WATCH);
  const judgement = new JournalJudgement<ClientRequirementId>(checkers, { isWaitedFor });
  for (const record of records) judgement.see(record);
  return judgement.finish();
}
