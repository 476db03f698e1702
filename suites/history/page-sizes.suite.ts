// Pages of any size (interface 1, rule 5): as many rows as batches and buffers hold, and from standard effort on every number of them up to
// all, return every row once, be the last page full or not.
import { add, parseDecimal, toText } from '../../toolkit/decimal/index.js';
import { around, COUNTS } from '../../toolkit/values/counts.js';
import { scenario } from '../runner/registry.js';
import { idsOf, isEachOnce, itemsOf, walk, walkUntil } from '../words/pages.js';
import { readSettled } from '../words/settled.js';
import { deposit } from '../words/trading/deposit.js';

/** Rows that a check makes, so that a page of each of these sizes is neither the first nor the only one. */
const ROWS = 34;
const AT_ONCE = 17;

scenario({
  id: 'history.cursor-continues/pages-of-special-sizes',
  title: 'returns each deal once over pages of any size, also where the last page is full',
  purposes: [60],
  needs: { claims: ['dealHistory'], control: ['account.deposit'] },
  async run(t) {
    const before = itemsOf(await walk(t, 'dealHistory')).length;
    for (let booked = 0; booked < ROWS; booked += AT_ONCE) {
      const amounts = Array.from({ length: AT_ONCE }, (_, at) => toText(add(parseDecimal('1'), parseDecimal(`${at}`))));
      await Promise.all(amounts.map((amount) => deposit(t, amount)));
    }
    const whole = await walkUntil(t, 'dealHistory', (pages) => itemsOf(pages).length >= before + ROWS);
    const rows = idsOf(whole);
    if (rows.length < before + ROWS) t.inconclusive('history does not show what was booked', whole);
    const chosen = t.effort === 'quick' ? COUNTS : Array.from({ length: ROWS }, (_, n) => n + 1);
    const sizes = new Set([...chosen.filter((count) => count > 2 && count <= ROWS), ...around(rows.length)]);
    let tried = 0;
    for (const limit of sizes) {
      // No size has to be taken.
      const { answer, record } = await t.account.request('dealHistory', { limit });
      if (answer?.status === 400) continue;
      if (answer === undefined) t.inconclusive(`a page of ${limit} was not answered`, [record]);
      tried += 1;
      const pages = await readSettled(
        t,
        () => walk(t, 'dealHistory', { limit }),
        (found) => isEachOnce(found, rows),
      );
      const seen = idsOf(pages);
      t.expect.that(
        rows.every((id) => seen.filter((one) => one === id).length === 1),
        {
          expected: `each of ${rows.length} deals once over pages of ${limit}`,
          actual: `${seen.length} deals, ${new Set(seen).size} of them different`,
          evidence: pages,
        },
      );
    }
    if (tried === 0) t.notApplicable('the target takes no size of pages beyond its own');
  },
});
