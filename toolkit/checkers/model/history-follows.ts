// Interface 1, rule 2; 6.4, rule 4: deals are found in Trading History. How soon is not said, so that a walk is judged by what events had
// told for as long as an event may take before its first page was asked for; balance deals are left out, and what a filter leaves out.
import { kept } from '../../base/kept.js';
import type { Checker } from '../checker.js';
import { isSuccess } from '../ledger/entry.js';
import { filtersIn } from '../ledger/history-filters.js';
import { has, listOf, textAt } from '../ledger/views.js';

const REQUIREMENT = 'history.deals';
/** Deals that a walk may still be asked for; the oldest of a long journal are forgotten. */
const REMEMBERED = 20_000;

interface Walk {
  readonly startNs: number;
  readonly retention: number;
  readonly ids: ReadonlySet<string>;
}

interface Told {
  readonly tNs: number;
  readonly retention: number;
  readonly i: number;
}

export const historyFollows: Checker = {
  name: 'history-follows',
  sees: ['answer', 'transaction_event'],
  summary: 'deals that events told are found in history',
  requirements: [REQUIREMENT],
  start({ ledger, findings, eventMs }) {
    const deals = new Map<string, Map<string, Told>>();
    const walks = new Map<string, Walk>();
    return {
      see(entry) {
        if (entry.type === 'message' && entry.kind === 'transaction_event' && entry.view['status'] === 'success') {
          const told = kept(deals, entry.account, () => new Map<string, Told>());
          const retention = ledger.retentionOf(entry.account);
          for (const deal of listOf(entry.view, 'deals') ?? []) {
            const id = textAt(deal, 'id');
            if (id === undefined || has(deal, 'balanceKind') || told.has(id)) continue;
            told.set(id, { tNs: entry.tNs, retention, i: entry.i });
            const [oldest] = told.keys();
            if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest);
          }
        }
        if (entry.type !== 'answer' || entry.request !== 'dealHistory' || !isSuccess(entry)) return;
        const call = ledger.callOf(entry);
        const items = listOf(entry.view, 'items');
        if (call?.params === undefined || call.isDamaged || items === undefined) return;
        const { account, i } = entry;
        const asked = textAt(call.params, 'cursor');
        const isFiltered = filtersIn(call.params).length > 0;
        const first = { startNs: call.tNs, retention: ledger.retentionOf(account), ids: new Set<string>() };
        const earlier = asked === undefined ? (isFiltered ? undefined : first) : walks.get(`${account} ${asked}`);
        const ids = items.map((item) => textAt(item, 'id')).filter((id) => id !== undefined);
        if (earlier === undefined || ids.length < items.length) return;
        const walk = { ...earlier, ids: new Set([...earlier.ids, ...ids]) };
        const cursor = textAt(entry.view, 'cursor');
        if (cursor !== undefined) {
          walks.set(`${account} ${cursor}`, walk);
          return;
        }
        for (const [id, { tNs, retention, i: told }] of deals.get(account) ?? []) {
          if (tNs + eventMs * 1e6 > walk.startNs || retention !== walk.retention) continue;
          findings.judge(REQUIREMENT, walk.ids.has(id), () => ({
            message: `deal ${id} of an event is not found in history`,
            expected: `${id} in a walk through all deals`,
            actual: `${walk.ids.size} deals without it`,
            evidence: [i, told],
          }));
        }
      },
    };
  },
};
