// Interface 6.4, rule 4: after the end of a connection a client opens a new one and subscribes again. What it wants to know is its own
// choice, so a new connection that lives for long and never asks for what its predecessor had is a warning, and only where no other
// connection of the account has it.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker } from '../checker.js';

const DUTY = 'reconnect.client-subscribes-again';
const LONG_NS = 30_000_000_000;

interface Live {
  readonly i: number;
  readonly account: string;
  readonly openedNs: number;
  readonly kinds: Set<string>;
  /** What the connection before it had. */
  readonly owed: Set<string>;
}

export const clientRecovers: Checker<ClientRequirementId> = {
  name: 'client-recovers',
  summary: 'a new connection asks for what the one before it had',
  subject: 'client',
  assumes: ['all-connections', 'from-start'],
  requirements: [DUTY],
  start({ findings, ledger }) {
    const live = new Map<string, Live>();
    /** By account, what its last connection had when it ended. */
    const left = new Map<string, ReadonlySet<string>>();

    function judge(one: Live, endNs: number): void {
      if (one.owed.size === 0 || endNs - one.openedNs < LONG_NS) return;
      const missing = [...one.owed].filter((kind) => !one.kinds.has(kind));
      findings.judge(DUTY, missing.length === 0, () => ({
        level: 'should',
        message: `the connection that followed on another one never asked for ${missing.join(' and ')}`,
        expected: `subscriptions of ${[...one.owed].join(' and ')} again`,
        actual: one.kinds.size === 0 ? 'none' : [...one.kinds].join(' and '),
        evidence: [one.i],
      }));
    }

    return {
      see(entry) {
        if (entry.type === 'opened' && ledger.connections.get(entry.conn)?.stream !== 'ticksStream') {
          const { account } = entry;
          const isAlone = ![...live.values()].some((one) => one.account === account);
          const owed = new Set(isAlone ? left.get(account) : []);
          live.set(entry.conn, { i: entry.i, account, openedNs: entry.tNs, kinds: new Set(), owed });
        }
        if (entry.type === 'command') {
          const own = live.get(entry.conn);
          if (entry.action === 'subscribe') own?.kinds.add(entry.event);
          // What a client gives up itself is not owed any more.
          if (entry.action === 'unsubscribe') for (const set of [own?.kinds, own?.owed]) set?.delete(entry.event);
        }
        if (entry.type !== 'closed') return;
        const ended = live.get(entry.conn);
        live.delete(entry.conn);
        if (ended === undefined) return;
        judge(ended, entry.tNs);
        // One that ended before it could be judged leaves what it still owed to the next.
        const isJudged = ended.kinds.size > 0 && entry.tNs - ended.openedNs >= LONG_NS;
        left.set(ended.account, isJudged ? ended.kinds : new Set([...ended.owed, ...ended.kinds]));
      },
      finish() {
        for (const one of live.values()) judge(one, ledger.lastNs);
      },
    };
  },
};
