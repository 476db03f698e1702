// Interface 6.4, rule 4: after the end of a connection a client opens a new one and subscribes again. What it wants to know is its own
// choice, so a new connection that lives for long and never asks for what its predecessor had, kinds and instruments, is a warning, and
// only where no other connection of the account has it. What was refused, or is no longer what it was, is not asked for again; nor need be
// what the client had on a connection that it ended itself, unless the next one asks for nothing at all.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker, Violation } from '../checker.js';
import type { Command } from '../ledger/entry.js';
import { textAt } from '../ledger/views.js';
import { isFromClient } from './sent.js';

const DUTY = 'reconnect.client-subscribes-again';
const LONG_NS = 30_000_000_000;
/** A client may know of an end before the service does. */
const OVERLAP_NS = 2_000_000_000;
const ALL = 'all';

/** By kind the instruments; none for a kind without a list. */
type Wanted = Map<string, Set<string>>;

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
  start({ findings, ledger }) {
    const live = new Map<string, Live>();
    /** By account, what its last connection had when it ended, and whether the client ended it. */
    const left = new Map<string, Pick<Live, 'owed' | 'isByChoice'>>();
    /** By account, when a request of the client was heard last: on a machine that stands still a connection grows old by itself. */
    const heardNs = new Map<string, number>();

    function judge(one: Live, endNs: number): void {
      const owed = joined(one.owed, one.lent);
      const lastNs = Math.min(endNs, heardNs.get(one.account) ?? endNs);
      if (owed.size === 0 || lastNs - one.openedNs < LONG_NS) return;
      const had = joined(one.has, one.elsewhere);
      if (one.isByChoice && had.size > 0) return;
      const missing = [...owed].flatMap(([kind, names]) => lacking(kind, names, had.get(kind)));
      const violation = (): Violation => ({
        message: `the connection that followed on another one never asked for ${missing.join(' and ')}`,
        expected: `subscriptions of ${listed(owed)} again`,
        actual: one.has.size === 0 ? 'none' : listed(one.has),
        evidence: [one.i],
      });
      findings.judge(DUTY, missing.length === 0, violation, 'should');
    }

    return {
      see(entry) {
        if (isFromClient(entry) && !isStream(entry.request)) heardNs.set(entry.account, entry.tNs);
        if (entry.type === 'opened' && ledger.connections.get(entry.conn)?.stream !== 'ticksStream') {
          const { account } = entry;
          const others = [...live.values()].filter((one) => one.account === account);
          // With several connections nobody knows which one has what to take over.
          for (const one of others) one.lent.clear();
          const last = others.length === 0 ? left.get(account) : undefined;
          const { owed, isByChoice } = { owed: joined(last?.owed ?? new Map()), isByChoice: last?.isByChoice ?? false };
          live.set(entry.conn, { ...nothing(), i: entry.i, account, openedNs: entry.tNs, owed, isByChoice });
        }
        if (entry.type === 'command') {
          const own = live.get(entry.conn);
          obey(entry, own);
          if (entry.action === 'subscribe') {
            for (const one of live.values()) {
              if (one !== own && one.account === own?.account) add(one.elsewhere, entry.event, entry.instruments ?? []);
            }
          }
        }
        if (entry.type === 'message') {
          const own = live.get(entry.conn);
          if (entry.kind === 'command_refused') {
            for (const names of lists(own, textAt(entry.view, 'event'))) names.clear();
          }
          if (entry.kind === 'instrument_event') {
            for (const names of lists(own)) names.delete(textAt(entry.view, 'instrument') ?? '');
          }
        }
        if (entry.type !== 'closed') return;
        const ended = live.get(entry.conn);
        live.delete(entry.conn);
        if (ended === undefined) return;
        judge(ended, entry.tNs);
        // One that ended before it could be judged leaves what it still owed to the next.
        const isJudged = ended.has.size > 0 && entry.tNs - ended.openedNs >= LONG_NS;
        const had = isJudged ? ended.has : joined(ended.owed, ended.lent, ended.has);
        const isChosen = isJudged || ended.owed.size === 0 || ended.isByChoice;
        left.set(ended.account, { owed: had, isByChoice: entry.isByClient && isChosen });
        const [heir, ...others] = [...live.values()].filter(({ account }) => account === ended.account);
        if (heir === undefined || others.length > 0 || heir.openedNs < ended.openedNs) return;
        if (entry.tNs - heir.openedNs >= OVERLAP_NS) return;
        for (const [kind, names] of had) add(heir.lent, kind, names);
        heir.isByChoice = entry.isByClient && isChosen;
      },
      finish() {
        for (const one of live.values()) judge(one, ledger.lastNs);
      },
    };
  },
};

/** Who only listens sends nothing else. */
const isStream = (request: string): boolean => request === 'eventsStream' || request === 'ticksStream';

const nothing = (): Pick<Live, 'has' | 'lent' | 'elsewhere'> => ({
  has: new Map(),
  lent: new Map(),
  elsewhere: new Map(),
});

/** What a client gives up itself is not owed any more. */
function obey({ action, event, instruments = [] }: Command, own: Live | undefined): void {
  if (own === undefined) return;
  if (action === 'subscribe') add(own.has, event, instruments);
  if (action !== 'unsubscribe') return;
  for (const wanted of [own.has, own.owed, own.lent]) {
    const names = wanted.get(event);
    for (const name of instruments) names?.delete(name);
    if (instruments.length === 0 || instruments.includes(ALL) || names?.size === 0) wanted.delete(event);
  }
}

function add(wanted: Wanted, kind: string, names: Iterable<string>): void {
  wanted.set(kind, new Set([...(wanted.get(kind) ?? []), ...names]));
}

function joined(...all: readonly Wanted[]): Wanted {
  const both: Wanted = new Map();
  for (const wanted of all) for (const [kind, names] of wanted) add(both, kind, names);
  return both;
}

/** The lists of a connection; of one kind where it is named. */
function lists(own: Live | undefined, kind?: string): readonly Set<string>[] {
  const all = own === undefined ? [] : [...own.has, ...own.owed, ...own.lent];
  return all.flatMap(([known, names]) => (kind === undefined || known === kind ? [names] : []));
}

/** In words; whoever had all may well name them one by one. */
function lacking(kind: string, owed: ReadonlySet<string>, has: ReadonlySet<string> | undefined): readonly string[] {
  if (has === undefined) return [kind];
  if (has.has(ALL) || owed.has(ALL)) return [];
  const gone = [...owed].filter((name) => !has.has(name));
  // A list that was refused, or emptied by what happened, tells nothing.
  return gone.length === 0 || has.size === 0 ? [] : [`${kind} of ${gone.join(', ')}`];
}

function listed(wanted: Wanted): string {
  return [...wanted].map(([kind, { size }]) => (size === 0 ? kind : `${kind} of ${size}`)).join(' and ');
}
