// What has ended is no reason any more (interface 7.2): once the session is open again, or quotes are back, no order is refused for it.
// When the end takes effect is said nowhere, so that it is tried for a while.
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { CheckId } from '../runner/check-id.js';
import type { Circumstance } from '../runner/circumstances.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { expectNotNamed, namesOf, submitToEnd } from '../words/trading/refusal.js';

const REASONS: readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly circumstance: Circumstance;
  readonly control: ControlActionName;
  readonly code: string;
}[] = [
  {
    id: 'errors.session-closed/no-longer',
    words: 'a closed session once it is open again',
    circumstance: 'session-closed',
    control: 'market.close',
    code: 'MARKET_SESSION_CLOSED',
  },
  {
    id: 'errors.no-quotes/no-longer',
    words: 'absent quotes once they are back',
    circumstance: 'no-quotes',
    control: 'market.quotes',
    code: 'MARKET_NO_QUOTES',
  },
];

for (const { id, words, circumstance, control, code } of REASONS) {
  scenario({
    id,
    title: `refuses no order for ${words}`,
    needs: { control: [control] },
    async run(t) {
      await t.account.complete();
      const end = await t.under(circumstance);
      await t.account.submit({});
      await end();
      const last = await eventually(
        t,
        async () => submitToEnd(t, await t.account.order()),
        (ended) => !namesOf(ended).includes(code),
      );
      expectNotNamed(t, last, { names: [code], of: words });
    },
  });
}
