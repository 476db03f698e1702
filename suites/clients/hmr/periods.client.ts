// HMR periods as a client keeps them (interface 2.5; 6; 6.2, rules 1 to 3): a snapshot replaces all of them, updates
// go on top of it, and the next snapshot is the next baseline. Messages have their lists at the top, and either list
// of an update may be empty.
import { asTold } from '../situations/operations.js';
import type { ClientCheckSpec } from '../stage/check-spec.js';
import { clientCheck } from '../stage/client-check.js';
import { cutOff, expectCurrent, expectReturn, subscribed } from '../stage/connections.js';
import type { Judged, Stage } from '../stage/stage.js';
import { periodsShown, requireShown } from '../stage/views.js';

const WATCHING: Omit<ClientCheckSpec, 'id' | 'title' | 'run'> = {
  depth: 'view',
  situation: asTold,
  needs: { operations: [], streams: ['hmr'] },
  subscribe: ['transactions', 'hmr'],
};

/** What a check begins with, and is not about: whoever takes no updates at all breaks this and nothing else. */
const BY_UPDATES: Judged = { requirement: 'hmr.client-applies' };

clientCheck(
  'hmr.client-replaces/flexible-change',
  {
    ...WATCHING,
    title: 'holds the periods of a new snapshot, and none that it lacks',
    requirements: ['hmr.client-applies'],
  },
  async (stage) => {
    const periods = await Periods.watched(stage);
    const gone = await periods.create();
    await periods.create();
    await periods.expectShown('two updates brought them', BY_UPDATES);
    await periods.snapshotWithout(gone);
    await periods.expectShown('the latest snapshot shows no other');
  },
);

clientCheck(
  'hmr.client-applies/created-changed-removed',
  {
    ...WATCHING,
    title: 'adds new periods, changes known ones and removes others, on top of the snapshot',
  },
  async (stage) => {
    const periods = await Periods.watched(stage);
    const first = await periods.create();
    const second = await periods.create();
    await periods.expectShown('updates brought them');
    await periods.change(first);
    await periods.expectShown('an update changed one of them');
    await periods.remove(second);
    await periods.expectShown('an update removed one of them');
  },
);

clientCheck(
  'hmr.client-later-baseline/snapshot-update-snapshot-update',
  {
    ...WATCHING,
    title: 'takes each later snapshot for the baseline of the updates behind it',
    requirements: ['hmr.client-applies'],
  },
  async (stage) => {
    const periods = await Periods.watched(stage);
    const first = await periods.create();
    await periods.create();
    await periods.expectShown('updates brought them', BY_UPDATES);
    await periods.snapshotWithout(first);
    await periods.create();
    await periods.expectShown('an update came on top of the second snapshot');
    const [left = ''] = periods.ids;
    await periods.snapshotWithout(left);
    await periods.create();
    await periods.expectShown('an update came on top of the third snapshot');
  },
);

clientCheck(
  'hmr.client-bare-form/one-list-empty',
  {
    ...WATCHING,
    title: 'takes updates without a wrapper, of which one list or the other is empty',
    requirements: ['hmr.client-applies'],
  },
  async (stage) => {
    const periods = await Periods.watched(stage);
    const only = await periods.create();
    await periods.expectShown('an update brought it that removes none');
    await periods.remove(only);
    await periods.expectShown('an update removed it that brings none');
  },
);

clientCheck(
  'hmr.client-replaces/after-reconnect',
  {
    ...WATCHING,
    title: 'holds the periods of the snapshot on its new connection after a return',
    needs: { operations: [], streams: ['hmr'], reconnects: true },
    requirements: ['reconnect.client-subscribes-again', 'reconnect.client-baseline', 'hmr.client-applies'],
  },
  async (stage) => {
    const periods = await Periods.watched(stage);
    const gone = await periods.create();
    await periods.create();
    await periods.expectShown('updates brought them', BY_UPDATES);
    const had = await subscribed(stage, 'hmr');
    const since = await cutOff(stage, async () => {
      await periods.remove(gone);
      await periods.create();
    });
    await expectReturn(stage, had, since, { requirement: 'reconnect.client-subscribes-again' });
    await periods.expectShown('the snapshot on its new connection shows it so', {
      requirement: 'reconnect.client-baseline',
    });
  },
);

clientCheck(
  'subscriptions.client-refusal-keeps/one-unavailable-of-hmr',
  {
    ...WATCHING,
    needs: { operations: ['subscribe'], streams: ['hmr'] },
    title: 'keeps its HMR periods when a further subscription to them is refused',
    requirements: ['hmr.client-applies'],
  },
  async (stage) => {
    const periods = await Periods.watched(stage);
    await periods.create();
    await periods.expectShown('an update brought it', BY_UPDATES);
    await stage.tell('subscribe', { event: 'hmr', instruments: [stage.instrument.name, 'NOSUCHTHING'] });
    await stage.until('a refused subscription', () =>
      stage.seen.events().find(({ message }) => message.kind === 'command_refused'),
    );
    await stage.barrier();
    await periods.expectShown('a refused subscription leaves the earlier ones as they are');
    await periods.create();
    await periods.expectShown('an update came on top of them');
  },
);

const SECOND_MS = 1_000;
const LEAST_LEFT_MS = 200;

/** The periods of the account, as the check has made them, over instruments that the client is subscribed to. */
class Periods {
  readonly #stage: Stage;
  readonly #names: readonly string[];
  readonly #made = new Map<string, readonly string[]>();
  #flexible = false;

  private constructor(stage: Stage, names: readonly string[]) {
    this.#stage = stage;
    this.#names = names;
  }

  static async watched(stage: Stage): Promise<Periods> {
    const has = await subscribed(stage, 'hmr');
    await requireShown(stage, 'hmr');
    return new Periods(stage, [...(has.get('hmr') ?? [])]);
  }

  get ids(): readonly string[] {
    return [...this.#made.keys()];
  }

  /** Another stretch of the instruments each time. */
  async create(): Promise<string> {
    const at = this.#made.size % this.#names.length;
    const instruments = this.#names.slice(at, at + 2);
    const { period_id = '' } = await this.#stage.control('hmr.upsert', { instruments: instruments.join(',') });
    this.#made.set(period_id, instruments);
    return period_id;
  }

  /** Over the last instrument alone. */
  async change(period_id: string): Promise<void> {
    const instruments = this.#names.slice(-1);
    await this.#stage.control('hmr.upsert', { period_id, instruments: instruments.join(',') });
    this.#made.set(period_id, instruments);
  }

  async remove(period_id: string): Promise<void> {
    await this.#stage.control('hmr.remove', { period_id });
    this.#made.delete(period_id);
  }

  /** The period ends by its time, which no update tells; then the flexible status of the account changes, which brings a snapshot. */
  async snapshotWithout(period_id: string): Promise<void> {
    const instruments = this.#made.get(period_id) ?? [];
    const { clock } = this.#stage.service;
    const endsAtMs = Math.ceil((clock.nowMs() + LEAST_LEFT_MS) / SECOND_MS) * SECOND_MS;
    const ends_at = new Date(endsAtMs).toISOString().replace('.000Z', '+00:00');
    await this.#stage.control('hmr.upsert', { period_id, instruments: instruments.join(','), ends_at });
    await this.#stage.until('the end of a period', () => (clock.nowMs() > endsAtMs ? true : undefined), 3 * SECOND_MS);
    this.#made.delete(period_id);
    this.#flexible = !this.#flexible;
    const since = this.#stage.seen.now;
    await this.#stage.control('hmr.flexible', { enabled: String(this.#flexible) });
    await this.#stage.until('another snapshot of the periods', () =>
      this.#stage.seen
        .since(since)
        .events()
        .find(({ message }) => message.kind === 'hmr_snapshot'),
    );
  }

  async expectShown(since: string, judged: Judged = {}): Promise<void> {
    await expectCurrent(this.#stage, 'hmr', judged);
    const wanted = [...this.#made].map(([id, instruments]) => `${id} over ${instruments.join(', ')}`);
    await this.#stage.expect.view(
      `the periods ${wanted.join('; ') || '(none)'}, since ${since}`,
      (view) => periodsShown(view, this.#made),
      { ...judged, kind: 'hmr' },
    );
  }
}
