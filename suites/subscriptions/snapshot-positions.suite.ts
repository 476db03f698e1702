// Every open position is in the snapshot (interface 1, rule 2; 6, table), bought or sold, and each of several on one instrument where a
// target keeps them apart.
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { sltpOf } from '../words/trading/prices.js';

const CASES: readonly {
  readonly slug: string;
  readonly words: string;
  readonly instruments: number;
  readonly wishes: (t: CheckContext) => readonly OrderWish[];
}[] = [
  {
    slug: 'bought-and-sold',
    words: 'a bought position and a sold one',
    instruments: 2,
    // Of two instruments, since a target may net those of one.
    wishes: (t) =>
      t.account.instruments
        .slice(0, 2)
        .map((instrument, n) => ({ instrument, side: n === 0 ? ('sell' as const) : ('buy' as const) })),
  },
  {
    slug: 'two-on-one-instrument',
    words: 'two positions on one instrument',
    instruments: 1,
    wishes: () => [{ side: 'buy' }, { side: 'buy' }],
  },
];

for (const { slug, words, instruments, wishes } of CASES) {
  scenario({
    id: `subscriptions.transactions-snapshot-positions/${slug}`,
    title: `shows ${words} in the snapshot`,
    requirements: ['domain.open-positions-in-snapshot'],
    purposes: [40],
    needs: { claims: ['positions'], instruments },
    async run(t) {
      const ids: string[] = [];
      for (const wish of wishes(t)) {
        const { positionId, result } = await t.account.openPosition(wish);
        ids.push(
          positionId ??
            t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record]),
        );
      }
      if (new Set(ids).size < ids.length) return t.notApplicable('the target keeps one position of an instrument');
      const { snapshot } = await t.account.transactions();
      const shown = snapshot.view.positions?.map(({ id }) => id) ?? [];
      t.expect.that(
        ids.every((id) => shown.includes(id)),
        { expected: `positions ${ids.join(' and ')}`, actual: shown.join(', ') || 'none', evidence: [snapshot.record] },
      );
    },
  });
}

scenario({
  id: 'subscriptions.transactions-snapshot-positions/protected',
  title: 'shows a position in the snapshot, with its volume, once it is protected by an sltp order',
  requirements: ['domain.open-positions-in-snapshot'],
  purposes: [40],
  needs: { claims: ['positions', 'sltp'] },
  async run(t) {
    const { positionId, result } = await t.account.openPosition();
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record]);
    const before = await t.account.state();
    const held = before.positions?.find(({ id }) => id === positionId);
    const placed = await t.account.submit(await sltpOf(t, positionId));
    const { status, record } = await t.account.settle(placed);
    if (status !== 'success') t.inconclusive(`the sltp order ended ${status}`, [record]);
    const after = await t.account.state();
    const index = after.positions?.findIndex(({ id }) => id === positionId) ?? -1;
    t.expect.that(index >= 0, {
      expected: `position ${positionId}`,
      actual: 'no such position',
      evidence: [after.record, before.record],
    });
    if (typeof held?.volume === 'string')
      t.expect.at(after.record, `/view/positions/${index}/volume`, 'sameDecimal', held.volume);
  },
});
