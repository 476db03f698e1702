// A soak: clients at random on several accounts at once, round after round, everything judged while it runs (interface 1 to 8). What it
// remembers does not grow: rounds are forgotten, findings are told once, situations and figures are counts.
import { type CheckerResult, type CheckerSettings, readSettings } from '../../toolkit/checkers/index.js';
import { settingsOf } from '../../toolkit/checkers/settings.js';
import { parseDecimal } from '../../toolkit/decimal/index.js';
import type { ConditionsView } from '../../toolkit/profile/dialect/views.js';
import type { Profile } from '../../toolkit/profile/profile.js';
import { UNBOUNDED } from '../../toolkit/wire/intake.js';
import type { Level } from '../runner/check.js';
import { buildTarget } from '../runner/live/target/build-target.js';
import type { PreflightReport } from '../runner/live/target/preflight-report.js';
import { type LiveTarget, sendContext } from '../runner/live/target/target.js';
import { TargetJournal } from '../runner/live/target/target-journal.js';
import { checkSeed, SeededRandom } from '../runner/seed.js';
import { Figures } from './figures.js';
import { type SoakFinding, SoakFindings } from './findings.js';
import { KnownState } from './known-state.js';
import { type MakerFacts, OrderMaker } from './order-maker.js';
import { playRound, RoundRecords, type RoundWish } from './round.js';
import { RoundContext } from './round-context.js';
import { Scene } from './situations/scene.js';
import { type MetSituation, MetSituations } from './situations/situations.js';
import { SoakJournal } from './soak-journal.js';
import { shortestStory } from './story.js';
import { Streams } from './streams.js';
import { Verdicts } from './verdicts.js';

export interface SoakWish {
  readonly run: string;
  readonly profile: Profile;
  readonly seed: string;
  readonly forMs: number;
  readonly accounts: number;
  readonly round: Omit<RoundWish, 'endsSlowly'>;
  /** Requests in a second at most; 0 for no bound besides the profile's. */
  readonly rate: number;
  /** What the catalogue suggests only, by requirement. */
  readonly lowered: Readonly<Record<string, Level>>;
  /** Ends the soak in order. */
  readonly signal: AbortSignal;
  /** Called when a round has been judged. */
  readonly onRound?: (soak: SoakState) => void;
}

/** The soak so far. */
export interface SoakState {
  readonly figures: Figures;
  readonly met: number;
  readonly failures: number;
  readonly records: number;
}

export interface SoakReport extends SoakState {
  readonly preflight: PreflightReport;
  readonly settings: CheckerSettings;
  readonly findings: readonly SoakFinding[];
  readonly situations: readonly MetSituation[];
  /** Of every checker over all rounds. */
  readonly verdicts: readonly CheckerResult[];
  readonly notes: readonly string[];
}

/** One round in so many ends slowly. */
const SLOW_ROUNDS = 4;
/** One round in so many is not calm: a result is overdue only where nothing held it back for as long as it may take. */
const WILD_ROUNDS = 3;

export async function soak(wish: SoakWish): Promise<SoakReport> {
  const { profile, seed, signal } = wish;
  const journal = new SoakJournal(wish.run);
  const built = await buildTarget({
    id: 'target',
    profile: unbounded(paced(profile, wish.rate)),
    seed,
    effort: 'standard',
    journal: new TargetJournal(journal, false),
    connPrefix: 'ws',
    signal,
  });
  const state = new Soaking(wish, built.target, journal);
  try {
    const preflight = await built.target.preflight;
    if (preflight.outcome === 'ready') await state.run();
    return { ...state.report(), preflight };
  } finally {
    await built.close();
  }
}

/** A soak runs as long as its user wishes, in constant memory. */
function unbounded(profile: Profile): Profile {
  return { ...profile, budget: UNBOUNDED };
}

function paced(profile: Profile, rate: number): Profile {
  const { requestsPerSecond: stated } = profile.limits;
  if (rate === 0 || (stated !== 0 && stated < rate)) return profile;
  return { ...profile, limits: { ...profile.limits, requestsPerSecond: rate } };
}

class Soaking implements SoakState {
  readonly figures: Figures = new Figures();
  readonly #wish: SoakWish;
  readonly #target: LiveTarget;
  readonly #journal: SoakJournal;
  readonly #settings: CheckerSettings;
  readonly #findings: SoakFindings;
  readonly #situations = new MetSituations();
  readonly #verdicts = new Verdicts();
  readonly #notes = new Set<string>();

  constructor(wish: SoakWish, target: LiveTarget, journal: SoakJournal) {
    this.#wish = wish;
    this.#target = target;
    this.#journal = journal;
    this.#settings = readSettings({ checkers: settingsOf([wish.profile]) });
    this.#findings = new SoakFindings(wish.lowered);
  }

  get met(): number {
    return this.#situations.met;
  }

  get failures(): number {
    return this.#findings.failures;
  }

  get records(): number {
    return this.#journal.records;
  }

  async run(): Promise<void> {
    const endMs = performance.now() + this.#wish.forMs;
    await Promise.all(Array.from({ length: this.#wish.accounts }, (_, index) => this.#rounds(index, endMs)));
  }

  report(): Omit<SoakReport, 'preflight'> {
    return {
      figures: this.figures,
      met: this.met,
      failures: this.failures,
      records: this.records,
      settings: this.#settings,
      findings: this.#findings.all,
      situations: this.#situations.list(this.#target.profile, this.#target.dialect),
      verdicts: this.#verdicts.all,
      notes: [...this.#notes],
    };
  }

  async #rounds(index: number, endMs: number): Promise<void> {
    const { signal } = this.#wish;
    for (let round = 0; performance.now() < endMs && !signal.aborted; round += 1) {
      const leases = await this.#target.leases;
      const lease = await leases.lease(1, false, signal).catch(() => undefined);
      const account = lease?.accounts[0];
      if (lease === undefined || account === undefined) {
        if (!signal.aborted) this.#notes.add('the target has fewer accounts than the soak was asked to use');
        return;
      }
      try {
        await this.#round({ accountId: account.id, index, round, leftMs: endMs - performance.now() });
      } finally {
        lease.release();
      }
    }
  }

  async #round(place: {
    readonly accountId: string;
    readonly index: number;
    readonly round: number;
    readonly leftMs: number;
  }): Promise<void> {
    const { accountId, index, round, leftMs } = place;
    const { seed, signal } = this.#wish;
    const random = new SeededRandom(checkSeed(seed, `soak ${index} round ${round}`));
    const known = new KnownState();
    const scene = new Scene();
    const records = new RoundRecords(this.#settings, (entry) => {
      this.#situations.look(entry, scene);
      scene.see(entry);
      known.see(entry);
      this.figures.see(entry);
    });
    const leave = this.#journal.follow(accountId, (record) => records.take(record));
    try {
      const isCalm = (round + index) % WILD_ROUNDS !== 0;
      const streams = new Streams(this.#target, accountId, isCalm || round % 2 === 0, signal);
      const instruments = await tradable(this.#target, accountId, signal);
      if (instruments.length === 0) {
        this.#notes.add('no instrument of the profile shows conditions with a smallest volume');
        return;
      }
      const context = new RoundContext({
        target: this.#target,
        accountId,
        known,
        random,
        streams,
        isCalm,
        instruments: instruments.map(({ name }) => name),
        maker: new OrderMaker({ accountId, instruments, random }),
        signal,
      });
      const forMs = Math.min(this.#wish.round.forMs, Math.max(0, leftMs));
      const endsSlowly = (round + index) % SLOW_ROUNDS === 0;
      const notes = await playRound(context, records, { ...this.#wish.round, forMs, endsSlowly });
      for (const note of notes) this.#notes.add(note);
    } finally {
      leave();
      this.#judge(accountId, round, records);
    }
  }

  #judge(account: string, round: number, judged: RoundRecords): void {
    const { records, results } = judged.end();
    this.#verdicts.add(results);
    for (const { findings, checker, isBroken, reason } of results) {
      if (isBroken) this.#notes.add(`${checker}: ${reason}`);
      for (const finding of findings) {
        this.#findings.add(finding, account, round, () => shortestStory(records, finding, this.#settings));
      }
    }
    this.figures.rounds += 1;
    this.#wish.onRound?.(this);
  }
}

/** Instruments of the profile with a volume that can be traded in parts. */
async function tradable(
  target: LiveTarget,
  accountId: string,
  signal: AbortSignal,
): Promise<MakerFacts['instruments']> {
  const read = await Promise.all(
    target.market.instruments.map(async (instrument) => {
      const { method, path } = target.dialect.request('conditions', { accountId, instrument: instrument.name });
      const params = { instrument: instrument.name };
      const spec = { name: 'conditions', accountId, method, path, params, signal } as const;
      const conditions = target.read.conditions(await target.http.send(spec, sendContext(target, null)));
      const volume = instrument.volume ?? textOf(conditions?.volumeMin);
      const digits = Number(textOf(conditions?.pointDigits) ?? parseDecimal(instrument.restingBuyLimit).scale);
      return volume === undefined ? [] : [{ ...instrument, volume, digits: Number.isInteger(digits) ? digits : 2 }];
    }),
  );
  return read.flat();
}

function textOf(value: ConditionsView['volumeMin']): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}
