// What has ended does not change (interface 1, rule 2): its rows of history show the same time whenever they are read.
import { scenario } from '../runner/registry.js';
import { itemsOf, type Page, requireIdentified, walkUntil } from '../words/pages.js';
import { COLLECTIONS } from './traded.js';

/** Shown times may be whole seconds. */
const LATER_MS = 1_100;

for (const { collection, requirement, word } of COLLECTIONS) {
  scenario({
    id: `${requirement}/same-times-later`,
    title: `shows the ${word} of history with the same times a second later`,
    level: 'should',
    needs: { claims: ['positions', collection] },
    async run(t) {
      await t.account.openPosition();
      const first = await walkUntil(t, collection, (pages) => itemsOf(pages).length > 0);
      requireIdentified(t, first);
      const begunMs = t.nowMs();
      const later = await walkUntil(t, collection, () => t.nowMs() - begunMs >= LATER_MS);
      const evidence = [...first, ...later];
      const [before, after] = [timesOf(first), timesOf(later)];
      const both = [...before].filter(([id]) => after.has(id));
      if (both.length === 0) return t.inconclusive(`the ${word} show no times; bind them in the dialect`, evidence);
      const [id = '', time] = both.find(([one, shown]) => after.get(one) !== shown) ?? [];
      t.expect.that(time === undefined, {
        expected: `the times of ${both.length} ${word} as before`,
        actual: `${id} with ${time} before and ${after.get(id)} now`,
        evidence,
      });
    },
  });
}

/** By identifier, without rows that share one. */
function timesOf(pages: readonly Page[]): ReadonlyMap<string, string> {
  const items = itemsOf(pages);
  const rows = new Map<string, number>();
  for (const { id } of items) if (id !== undefined) rows.set(id, (rows.get(id) ?? 0) + 1);
  return new Map(
    items.flatMap(({ id, time }) =>
      id !== undefined && typeof time === 'string' && rows.get(id) === 1 ? [[id, time] as const] : [],
    ),
  );
}
