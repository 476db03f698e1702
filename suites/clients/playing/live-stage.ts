// The stage of one play: its verbs over one session with the client and one service.

import { add, equals, parseDecimal, readDecimal, toText } from '../../../toolkit/decimal/index.js';
import type {
  ClientUnderTest,
  IntentInputs,
  IntentOperation,
  IntentReply,
  IntentResults,
  StreamEvent,
  TradingIntent,
} from '../../../toolkit/intents/index.js';
import { REMARK } from '../../../toolkit/journal/record.js';
import type { JsonObject } from '../../../toolkit/payload/json.js';
import type { ProfileInstrument } from '../../../toolkit/profile/index.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { pause } from '../../../toolkit/wire/pause.js';
import { NotApplicable, NotReached, Undecided } from '../stage/ends.js';
import { type Asserted, expecting, type Mark } from '../stage/expect.js';
import type { Armed } from '../stage/incident-injector.js';
import { Seen, type Sighting } from '../stage/seen.js';
import type { BeginOptions, Expect, Stage, Task } from '../stage/stage.js';
import { askOf, LiveTask, resultOf } from './tasks.js';
import { haveRead, type Testbed, type Venue } from './testbed.js';

export interface StageParts {
  readonly client: ClientUnderTest;
  readonly testbed: Testbed;
  readonly situation: string;
  readonly venue: Venue;
  readonly requirement: ClientRequirementId;
  /** The id of the check; null in a watch. */
  readonly check: string | null;
  readonly subscribe: readonly StreamEvent[];
  /** Takes assertions, and what is measured. */
  readonly tally: Tally;
  readonly inSituation: Stage['inSituation'];
}

/** What a check recorded on the way; twins share it. */
export interface Tally {
  readonly asserted: Asserted[];
  readonly observed: { readonly name: string; readonly value: string | number | boolean }[];
}

const LONGEST_MS = 60_000;
const ORDINARY_MS = 10_000;
const GRACE_MS = 600;
const PAUSE_MS = 25;
const LEAST_WAIT_MS = 2_000;
const LONGEST_VIEW_MS = 10_000;

export class LiveStage implements Stage {
  readonly situation: string;
  readonly service: Stage['service'];
  readonly account: string;
  readonly accounts: readonly string[];
  readonly instrument: ProfileInstrument;
  readonly instruments: readonly ProfileInstrument[];
  readonly seen: Seen;
  readonly expect: Expect;
  readonly patienceMs: number;
  readonly inSituation: Stage['inSituation'];
  readonly #parts: StageParts;
  readonly #client: ClientUnderTest;
  #intents = 0;
  #orders = 0;
  #marks = 0;
  #begun: string[] = [];
  #raised = false;

  constructor(parts: StageParts) {
    this.#parts = parts;
    this.#client = parts.client;
    const { service, tap } = parts.testbed;
    this.situation = parts.situation;
    this.service = service;
    this.accounts = service.profile.accounts.pool.map(({ id }) => id);
    this.account = this.accounts[0] ?? '';
    this.instruments = service.profile.market.instruments;
    const [instrument] = this.instruments;
    if (instrument === undefined) throw new RangeError('instruments: expected one to trade, got none');
    this.instrument = instrument;
    this.seen = new Seen(tap.observed);
    const { patienceMs, streams, polls } = parts.client.introduction.claims;
    this.patienceMs = Math.min(LONGEST_MS, patienceMs === undefined ? ORDINARY_MS : patienceMs * 2 + LEAST_WAIT_MS);
    this.inSituation = parts.inSituation;
    this.expect = expecting({
      requirement: parts.requirement,
      nextView: () => this.view(),
      mark: () => this.#mark(),
      patienceMs: Math.min(this.patienceMs, LONGEST_VIEW_MS),
      learnsResults: streams === undefined || streams.includes('transactions') || polls === true,
      asserted: (assertion) => void parts.tally.asserted.push(assertion),
    });
  }

  get client(): Stage['client'] {
    return this.#client.introduction;
  }

  has(operation: IntentOperation): boolean {
    return this.client.capabilities.includes(operation);
  }

  async begin({ subscribe, account = 0, required = true }: BeginOptions = {}): Promise<IntentReply<'begin'>> {
    const { venue, testbed } = this.#parts;
    const { profile, baseUrl } = testbed.service;
    const wanted = subscribe ?? this.#parts.subscribe;
    const { streams } = this.client.claims;
    const id = this.accounts[account] ?? this.account;
    const spec = 'spec' in profile.dialect && venue.dialect !== 'default' ? profile.dialect.spec : undefined;
    const reply = await this.tell('begin', {
      baseUrl,
      streamUrl: profile.streamUrl,
      account: id,
      apiKey: profile.keys.main.id,
      privatePem: venue.privatePem,
      ...(venue.privateKeyFile !== undefined && { privateKeyFile: venue.privateKeyFile }),
      instruments: this.instruments.map(({ name }) => name),
      subscribe: wanted.filter((kind) => streams === undefined || streams.includes(kind)),
      ...(spec !== undefined && { dialect: spec }),
    });
    this.#begun.push(id);
    if (required) resultOf('begin', reply);
    if (!this.#raised) {
      this.#raised = true;
      testbed.armIncidents();
    }
    return reply;
  }

  /** Ends what was begun; what comes of it is nobody's verdict. */
  async end(): Promise<void> {
    const begun = this.#begun;
    this.#begun = [];
    for (const account of begun) await askOf(this.#client, 'end', { account }, END_MS);
  }

  order(over: Partial<IntentInputs['place']> = {}): Omit<IntentInputs['place'], 'intent'> {
    const {
      name,
      restingBuyLimit,
      restingSellLimit,
      restingBuyStop,
      restingSellStop,
      volume = '0.01',
    } = this.instrument;
    const { type = 'limit', side = 'buy' } = over;
    this.#orders += 1;
    const isBelow = (type === 'limit') === (side === 'buy');
    const resting = type === 'stop' ? [restingBuyStop, restingSellStop] : [restingBuyLimit, restingSellLimit];
    const price = parseDecimal((side === 'buy' ? resting[0] : resting[1]) ?? '');
    const steps = BigInt(this.#orders);
    const own = { ...price, coefficient: price.coefficient + (isBelow ? -steps : steps) };
    return { type, side, instrument: name, volume, price: toText(own), ...over };
  }

  place(order: Partial<IntentInputs['place']> = {}): Task<'place'> {
    return this.#task('place', { ...this.order(order), intent: this.#name() });
  }

  open(position: Partial<IntentInputs['open']> = {}): Task<'open'> {
    const { name, volume = '0.01' } = this.instrument;
    return this.#task('open', { side: 'buy', instrument: name, volume, ...position, intent: this.#name() });
  }

  close(what: Omit<IntentInputs['close'], 'intent'>): Task<'close'> {
    return this.#task('close', { ...what, intent: this.#name() });
  }

  cancel(what: Omit<IntentInputs['cancel'], 'intent'>): Task<'cancel'> {
    return this.#task('cancel', { ...what, intent: this.#name() });
  }

  carries: Stage['carries'] = (request, params) => {
    const { reading } = this.#parts.venue;
    try {
      const { method, path, body = '' } = reading.request(request, { ...params, accountId: this.account });
      return reading.readRequest(method, path, Buffer.from(body))?.params ?? {};
    } catch (cause) {
      if (cause instanceof RangeError) return {};
      throw cause;
    }
  };

  tell<O extends IntentOperation>(operation: O, input: IntentInputs[O]): Promise<IntentReply<O>> {
    return askOf(this.#client, operation, input, this.patienceMs);
  }

  async ask<O extends Exclude<IntentOperation, TradingIntent>>(
    operation: O,
    input: IntentInputs[O],
  ): Promise<IntentResults[O]> {
    return resultOf(operation, await this.tell(operation, input));
  }

  view(): Promise<IntentResults['view']> {
    return this.ask('view', {});
  }

  async history(input: IntentInputs['history']): Promise<readonly string[]> {
    const { ids, refused } = await this.ask('history', input);
    if (ids === undefined) throw new Undecided(`the client read no history: ${refused ?? 'it gave no identifiers'}`);
    return ids;
  }

  arm(incident: Parameters<Stage['arm']>[0]): Armed {
    return this.#parts.testbed.injector.arm(incident);
  }

  control: Stage['control'] = (action, params = {}) =>
    this.service.control.perform(action, { account_id: this.account, ...params });

  inside(): ReturnType<Stage['inside']> {
    return this.service.view(this.account);
  }

  noteInside(inside: JsonObject): Sighting {
    const { venue, check } = this.#parts;
    const record = venue.journal?.append({ ...REMARK, kind: 'info', actor: 'service', check, parsed: { inside } });
    return { seq: this.seen.now, ...(record !== undefined && { record }) };
  }

  async barrier(): Promise<void> {
    const read = await haveRead(this.#parts.testbed.tap, this.patienceMs);
    if (!read) {
      throw new Undecided('a stream of the client did not answer a ping, so that nobody knows what it has read');
    }
  }

  async until<T>(what: string, find: () => T | undefined, ms: number = this.patienceMs): Promise<T> {
    const found = await this.eventually(find, ms);
    if (found === undefined) throw new NotReached(`not seen within ${ms} ms: ${what}`);
    return found;
  }

  async eventually<T>(find: () => T | undefined, ms: number = this.patienceMs): Promise<T | undefined> {
    // What comes about is mostly heard; the rest, such as what a client says, is looked for.
    const until = performance.now() + ms;
    for (;;) {
      const found = find();
      const leftMs = until - performance.now();
      if (found !== undefined || leftMs <= 0) return found;
      await this.#parts.testbed.tap.until(find, Math.min(PAUSE_MS, leftMs));
    }
  }

  grace(): Promise<void> {
    return pause(GRACE_MS);
  }

  reached(what: string, holds: boolean): void {
    if (!holds) throw new NotReached(`not seen: ${what}`);
  }

  undecided(reason: string): never {
    throw new Undecided(reason);
  }

  notApplicable(reason: string): never {
    throw new NotApplicable(reason);
  }

  observe(name: string, value: string | number | boolean): void {
    this.#parts.tally.observed.push({ name, value });
  }

  #name(): string {
    this.#intents += 1;
    return `i${this.#intents}`;
  }

  #task<O extends TradingIntent>(operation: O, input: IntentInputs[O]): Task<O> {
    return new LiveTask(this.#client, { operation, input, toldAt: this.seen.now }, this.patienceMs);
  }

  /** A deposit of an amount that no other has: who shows the balance after it has read what came before it. */
  async #mark(): Promise<Mark | undefined> {
    this.#marks += 1;
    const before = this.inside().state.accountState.balance;
    const amount = parseDecimal(`${this.#marks}.37`);
    await this.control('account.deposit', { kind: 'balance', amount: toText(amount) });
    const after = add(before, amount);
    return {
      isIn: ({ account }) => {
        const shown = account?.balance === undefined ? undefined : readDecimal(account.balance);
        return shown === undefined ? undefined : equals(shown, after);
      },
    };
  }
}

const END_MS = 3_000;
