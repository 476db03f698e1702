// What an account may use is its own (interface 4.4; 6.2, rule 4; 6.3, rule 3), whichever account asked before: a list or an answer that is
// remembered for everybody shows only beside an account with another market, which the profile names.
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { listedInstruments } from '../words/listed-instruments.js';
import { READ } from '../words/needs.js';
import { expectNotAccepted } from '../words/streams/commands.js';

scenario({
  id: 'configuration.instruments-complete/of-another-market',
  title: 'lists for each of two accounts the instruments of its own market, one after the other and once more',
  requirements: ['configuration.instruments-available-only'],
  needs: { ...READ, facts: ['otherMarket'] },
  async run(t) {
    const { account: other, instrument } = otherMarketOf(t);
    for (let turn = 0; turn < 2; turn += 1) {
      const own = await listedInstruments(t);
      const leaked = own.names.filter((name) => name === instrument);
      t.expect.none(leaked, `no ${instrument}, which this account may not use`, {
        requirement: 'configuration.instruments-available-only',
        evidence: [own],
      });
      const theirs = await listedInstruments(t, other);
      t.expect.that(theirs.names.includes(instrument), {
        expected: `${instrument}, which this account may use`,
        actual: theirs.names.join(', '),
        evidence: [theirs],
      });
    }
  },
});

for (const { id, kind, claim } of [
  { id: 'instruments.unavailable-refuses-whole/of-another-market', kind: 'instruments', claim: 'instrumentEvents' },
  { id: 'hmr.unavailable-refuses-whole/of-another-market', kind: 'hmr', claim: 'hmrEvents' },
] as const) {
  scenario({
    id,
    title: `takes a subscription of kind ${kind} from the account that may use the instrument, before and after it refused another's`,
    requirements: ['configuration.instruments-complete'],
    needs: { ...READ, claims: [claim], facts: ['otherMarket', 'commandRefused'] },
    async run(t) {
      const { account: other, instrument } = otherMarketOf(t);
      const good = t.account.instrument().name;
      for (let turn = 0; turn < 2; turn += 1) {
        const theirs = await other.events();
        const taken = await theirs.subscribe(kind, [instrument]);
        t.expect.that(
          taken.outcome !== 'refused' && theirs.isOpen,
          {
            expected: `a subscription to ${instrument}, which this account may use, and the connection open`,
            actual: `${taken.outcome}, the connection ${theirs.isOpen ? 'open' : 'closed'}`,
            evidence: [taken],
          },
          { requirement: 'configuration.instruments-complete', isAbsence: !theirs.isOpen },
        );
        await theirs.close();
        const own = await t.account.events();
        expectNotAccepted(t, await own.subscribe(kind, [good, instrument]));
        await own.close();
      }
    },
  });
}

function otherMarketOf(t: CheckContext): { readonly account: Account; readonly instrument: string } {
  const { id, instrument } = t.otherMarket ?? t.inconclusive('the profile names no account with another market');
  return { account: t.adopt(id), instrument };
}
