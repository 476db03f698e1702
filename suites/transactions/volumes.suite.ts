// Volumes in transaction events (interface 3; 6.1, rule 2): what a partial close leaves, and what the deals of an execution add up to.
import { add, type Decimal, equals, parseDecimal, readDecimal, subtract, toText } from '../../toolkit/decimal/index.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { closeEventOf, type TransactionEvent } from '../words/streams/event-of.js';
import { partedVolume } from '../words/trading/parted-volume.js';

/** Opens what can be closed in two parts and closes one; `left` is what the position had, less what was closed. */
async function partialClose(
  t: CheckContext,
): Promise<{ readonly event: TransactionEvent; readonly positionId: string; readonly left: string }> {
  const events = await t.account.transactions();
  const least = String((await t.account.order()).volume);
  const closed = parseDecimal(least);
  const volume = partedVolume(await t.account.conditions(), least, 2);
  const { positionId, submission } = await t.account.openPosition({ volume });
  const opened = await events.awaitResultOf(submission, 'success');
  if (positionId === undefined)
    t.inconclusive('the opened position shows no identifier; bind it in the dialect', [opened.record]);
  const shown = opened.view.positions?.find(({ id }) => id === positionId)?.volume;
  const held = typeof shown === 'string' ? readDecimal(shown) : undefined;
  if (held === undefined) t.inconclusive('the opened position shows no volume as a decimal string', [opened.record]);
  const event = await closeEventOf(t, events, { opened, positionId, volume: toText(closed) });
  return { event, positionId, left: toText(subtract(held, closed)) };
}

const PARTIAL: Needs = { claims: ['positions', 'closePosition'] };

scenario({
  id: 'transactions.partial-close-position/decreased-volume',
  title: 'shows the surviving position with its decreased volume in the event of a partial close',
  purposes: [38],
  needs: PARTIAL,
  async run(t) {
    const { event, positionId, left } = await partialClose(t);
    const index = event.view.positions?.findIndex(({ id }) => id === positionId) ?? -1;
    t.expect.at(event.record, '/view/positions', 'some', { member: 'id', predicate: 'equals', expected: positionId });
    t.expect.at(event.record, `/view/positions/${index}/volume`, 'sameDecimal', left);
  },
});

scenario({
  id: 'positions.partial-close-volume/in-the-snapshot',
  title: 'shows in the snapshot exactly what a partial close left of the position',
  requirements: ['positions.partial-close-stays-open'],
  purposes: [37],
  needs: PARTIAL,
  async run(t) {
    const { positionId, left } = await partialClose(t);
    const state = await t.account.state();
    const index = state.positions?.findIndex(({ id }) => id === positionId) ?? -1;
    t.expect.at(
      state.record,
      '/view/positions',
      'some',
      { member: 'id', predicate: 'equals', expected: positionId },
      { requirement: 'positions.partial-close-stays-open' },
    );
    t.expect.at(state.record, `/view/positions/${index}/volume`, 'sameDecimal', left);
  },
});

scenario({
  id: 'transactions.deal-volumes-conserved/market-execution',
  title: 'shows deals whose volumes add up to what was asked for',
  purposes: [37],
  needs: { claims: ['positions'] },
  async run(t) {
    const events = await t.account.transactions();
    const volume = String((await t.account.order()).volume);
    const event = await events.awaitResultOf((await t.account.openPosition({ volume })).submission, 'success');
    const volumes = (event.view.deals ?? []).map((deal) =>
      typeof deal.volume === 'string' ? readDecimal(deal.volume) : undefined,
    );
    const sum = volumes.reduce<Decimal | undefined>(
      (total, each) => (total && each ? add(total, each) : undefined),
      parseDecimal('0'),
    );
    if (sum === undefined) return t.inconclusive('a deal shows no volume as a decimal string', [event.record]);
    t.expect.that(equals(sum, parseDecimal(volume)), {
      expected: `deals of ${volume} in all`,
      actual: `${volumes.length} deals of ${toText(sum)} in all`,
      evidence: [event.record],
    });
  },
});
