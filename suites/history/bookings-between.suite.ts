// Balance deals between deals of executions, from older to newer on every page (interface 1, rule 4; 2.2), wherever a page begins. Shown
// times may be whole seconds, so that each row is made in a second of its own.
import { pause } from '../../toolkit/wire/pause.js';
import { scenario } from '../runner/registry.js';
import { itemsOf, walk, walkUntil } from '../words/pages.js';
import { deposit } from '../words/trading/deposit.js';
import { expectInOrder, rowsSince } from './in-order.js';

const SECOND_MS = 1000;
/** Bookings and openings in turn, so many of each. */
const PAIRS = 2;
/** Sizes by which a page begins behind each of the rows, and holds another one behind that. */
const SIZES = [2, 3, 4] as const;

scenario({
  id: 'history.deals-ascending/bookings-between-executions',
  title: 'returns bookings and executions from older to newer, or as the target states, wherever a page begins',
  purposes: [60],
  needs: { claims: ['positions', 'dealHistory'], control: ['account.deposit'] },
  waitMs: 2 * PAIRS * SECOND_MS,
  effort: 'standard',
  async run(t) {
    const before = itemsOf(await walk(t, 'dealHistory')).length;
    const since = rowsSince(t, 'dealHistory', before);
    for (let made = 0; made < 2 * PAIRS; made += 1) {
      if (made % 2 === 0) await deposit(t, '3');
      else await t.account.openPosition();
      const whole = await walkUntil(t, 'dealHistory', (pages) => itemsOf(pages).length > before + made);
      if (itemsOf(whole).length <= before + made) t.inconclusive('history does not show what was done', whole);
      await pause(SECOND_MS + 100, t.signal);
    }
    for (const limit of [undefined, ...SIZES]) {
      // No size has to be taken.
      if (limit !== undefined && (await t.account.request('dealHistory', { limit })).answer?.status === 400) continue;
      await expectInOrder(t, 'dealHistory', () => walk(t, 'dealHistory', limit === undefined ? {} : { limit }), since);
    }
  },
});
