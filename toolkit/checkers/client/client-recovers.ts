// Interface 6.4, rule 4: after the end of a connection a client opens a new one and subscribes again. What it wants to know is its own
// choice, so a new connection that lives for long and never asks for what its predecessor had, kinds and instruments, is a warning, and
// only where no other connection of the account has it. What was refused, or is no longer what it was, is not asked for again; nor need be
// what the client had on a connection that it ended itself, unless the next one asks for nothing at all.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker, CheckerContext, Violation } from '../checker.js';
import type { Closed, Command, Entry, Message, Opened } from '../ledger/entry.js';
import { textAt } from '../ledger/views.js';
import { isFromClient } from './sent.js';
import { add, giveUp, joined, listed, missingOf, type Wanted } from './wanted.js';

const DUTY = 'reconnect.client-subscribes-again';
const LONG_NS = 30_000_000_000;
/** A client may know of an end before the service does. */
const OVERLAP_NS = 2_000_000_000;

interface Live {
  readonly i: number;
  readonly account: string;
  readonly openedNs: number;
  readonly has: Wanted;
  /** What the connection before it had. */
  readonly owed: Wanted;
  /** What one had whose end came to be known only when this one was there. */
  readonly lent: Wanted;
  /** The client had ended that connection itself: what it wants may be another thing now. */
  isByChoice: boolean;
  /** What others asked for since it was opened: several may share what there is to know. */
  readonly elsewhere: Wanted;
}

export const clientRecovers: Checker<ClientRequirementId> = {
  name: 'client-recovers',
  summary: 'a new connection asks for what the one before it had',
  subject: 'client',
  assumes: ['all-connections', 'from-start'],
  requirements: [DUTY],
  start: (context) => new Returns(context),
};

class Returns {
  readonly #context: CheckerContext<ClientRequirementId>;
  /** By connection. */
  readonly #live = new Map<string, Live>();
  /** By account, what its last connection had when it ended, and whether the client ended it. */
  readonly #left = new Map<string, Pick<Live, 'owed' | 'isByChoice'>>();
  /** By account, when a request of the client was heard last: on a machine that stands still a connection grows old by itself. */
  readonly #heardNs = new Map<string, number>();

  constructor(context: CheckerContext<ClientRequirementId>) {
    this.#context = context;
  }

  see(entry: Entry): void {
    if (isFromClient(entry) && !isStream(entry.request)) this.#heardNs.set(entry.account, entry.tNs);
    if (entry.type === 'opened') this.#open(entry);
    if (entry.type === 'command') this.#obey(entry);
    if (entry.type === 'message') this.#forget(entry);
    if (entry.type === 'closed') this.#close(entry);
  }

  finish(): void {
    for (const one of this.#live.values()) this.#judge(one, this.#context.ledger.lastNs);
  }

  #of(account: string | undefined): readonly Live[] {
    return [...this.#live.values()].filter((one) => one.account === account);
  }

  #open({ conn, account, i, tNs }: Opened): void {
    if (this.#context.ledger.connections.get(conn)?.stream === 'ticksStream') return;
    const others = this.#of(account);
    // With several connections nobody knows which one has what to take over.
    for (const one of others) one.lent.clear();
    const last = others.length === 0 ? this.#left.get(account) : undefined;
    const { owed, isByChoice } = { owed: joined(last?.owed ?? new Map()), isByChoice: last?.isByChoice ?? false };
    this.#live.set(conn, { ...nothing(), i, account, openedNs: tNs, owed, isByChoice });
  }

  #obey({ conn, action, event, instruments = [] }: Command): void {
    const own = this.#live.get(conn);
    if (action === 'unsubscribe' && own !== undefined) {
      for (const wanted of [own.has, own.owed, own.lent]) giveUp(wanted, event, instruments);
    }
    if (action !== 'subscribe') return;
    if (own !== undefined) add(own.has, event, instruments);
    for (const one of this.#of(own?.account)) if (one !== own) add(one.elsewhere, event, instruments);
  }

  /** What was refused, or has changed, need not be asked for again. */
  #forget({ conn, kind, view }: Message): void {
    const own = this.#live.get(conn);
    const refused = kind === 'command_refused' ? lists(own, textAt(view, 'event')) : [];
    const changed = kind === 'instrument_event' ? lists(own) : [];
    for (const names of refused) names.clear();
    for (const names of changed) names.delete(textAt(view, 'instrument') ?? '');
  }

  #close({ conn, tNs, isByClient }: Closed): void {
    const ended = this.#live.get(conn);
    this.#live.delete(conn);
    if (ended === undefined) return;
    this.#judge(ended, tNs);
    // One that ended before it could be judged leaves what it still owed to the next.
    const isJudged = ended.has.size > 0 && tNs - ended.openedNs >= LONG_NS;
    const had = isJudged ? ended.has : joined(ended.owed, ended.lent, ended.has);
    const isByChoice = isByClient && (isJudged || ended.owed.size === 0 || ended.isByChoice);
    this.#left.set(ended.account, { owed: had, isByChoice });
    const [heir, ...others] = this.#of(ended.account);
    if (heir === undefined || others.length > 0 || heir.openedNs < ended.openedNs) return;
    if (tNs - heir.openedNs >= OVERLAP_NS) return;
    for (const [kind, names] of had) add(heir.lent, kind, names);
    heir.isByChoice = isByChoice;
  }

  #judge(one: Live, endNs: number): void {
    const owed = joined(one.owed, one.lent);
    const lastNs = Math.min(endNs, this.#heardNs.get(one.account) ?? endNs);
    if (owed.size === 0 || lastNs - one.openedNs < LONG_NS) return;
    const had = joined(one.has, one.elsewhere);
    if (one.isByChoice && had.size > 0) return;
    const missing = missingOf(owed, had);
    const violation = (): Violation => ({
      message: `the connection that followed on another one never asked for ${missing.join(' and ')}`,
      expected: `subscriptions of ${listed(owed)} again`,
      actual: one.has.size === 0 ? 'none' : listed(one.has),
      evidence: [one.i],
    });
    this.#context.findings.judge(DUTY, missing.length === 0, violation, 'should');
  }
}

/** Who only listens sends nothing else. */
const isStream = (request: string): boolean => request === 'eventsStream' || request === 'ticksStream';

const nothing = (): Pick<Live, 'has' | 'lent' | 'elsewhere'> => ({
  has: new Map(),
  lent: new Map(),
  elsewhere: new Map(),
});

/** The lists of a connection; of one kind where it is named. */
function lists(own: Live | undefined, kind?: string): readonly Set<string>[] {
  const all = own === undefined ? [] : [...own.has, ...own.owed, ...own.lent];
  return all.flatMap(([known, names]) => (kind === undefined || known === kind ? [names] : []));
}
