// Final codes of placements (interface 7.2), each for the plainest reason that fits its name. What exactly leads to a code is open, so
// all but the volume codes are judged at level should, and an order that succeeds all the same is not held against the target.

import { BOTH_PHASES } from '../../toolkit/payload/error-codes.js';
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { beyondMargin } from '../words/trading/beyond-margin.js';
import { expectNamed, namesOf, type Refusal, submitToEnd } from '../words/trading/refusal.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

interface Reason {
  readonly requirement: RequirementId;
  readonly slug: string;
  readonly words: string;
  readonly code: string;
  /** Another listed code that the same reason may lead to. */
  readonly or?: string;
  readonly control?: readonly ControlActionName[];
  readonly prepare: (t: CheckContext) => Promise<RequestParams>;
}

/** What may meet any order now and then, whatever is wrong with it as well, so that only its return counts. */
const UNLUCKY = /^(EXECUTION_\w+|SYSTEM_\w+|MARKET_NO_QUOTES)$/;
const TRIES = 3;

const REASONS: readonly Reason[] = [
  {
    requirement: 'errors.instrument-not-found',
    slug: 'no-such-instrument',
    words: 'on an instrument that does not exist',
    code: 'MARKET_INSTRUMENT_NOT_FOUND',
    prepare: async (t) => ({ ...(await t.account.order()), instrument: t.market.unknown }),
  },
  {
    requirement: 'errors.session-closed',
    slug: 'closed-by-control',
    words: 'while the session of its instrument is closed',
    code: 'MARKET_SESSION_CLOSED',
    control: ['market.close'],
    prepare: async (t) => {
      const order = await t.account.order();
      await t.under('session-closed');
      return order;
    },
  },
  {
    requirement: 'errors.no-quotes',
    slug: 'taken-away-by-control',
    words: 'while its instrument has no quotes',
    code: 'MARKET_NO_QUOTES',
    control: ['market.quotes'],
    prepare: async (t) => {
      const order = await t.account.order();
      await t.under('no-quotes');
      return order;
    },
  },
  {
    requirement: 'errors.insufficient-margin',
    slug: 'largest-volume',
    words: 'of the largest volume, where the account cannot carry it',
    code: 'TRADING_RULE_INSUFFICIENT_MARGIN',
    or: 'TRADING_RULE_MARGIN_LEVEL_TOO_LOW',
    prepare: beyondMargin,
  },
];

for (const { requirement, slug, words, code, or, control = [], prepare } of REASONS) {
  const codes = or === undefined ? [code] : [code, or];
  scenario({
    id: `${requirement}/${slug}`,
    title: `names ${code} for an order ${words}`,
    needs: { control },
    async run(t) {
      const order = await prepare(t);
      for (let tries = 1; ; tries += 1) {
        const refusal = await refusedInTheEnd(t, order, control.length > 0);
        if (refusal.result?.status === 'success') t.notApplicable('the target executes this order, which it may');
        if (refusal.result === undefined && !BOTH_PHASES.includes(code))
          t.inconclusive('the order was refused before the ACK, which orders.sync-causes-limited judges', [
            refusal.submission,
          ]);
        const names = namesOf(refusal);
        const isUnlucky = !names.some((name) => codes.includes(name)) && names.some((name) => UNLUCKY.test(name));
        if (!isUnlucky || tries === TRIES) return expectNamed(t, refusal, codes);
      }
    },
  });
}

/** What becomes of the order; where a control action stands behind its refusal, once that has taken effect. */
function refusedInTheEnd(t: CheckContext, order: RequestParams, byControl: boolean): Promise<Refusal> {
  const submit = (): Promise<Refusal> => submitToEnd(t, order);
  return byControl ? eventually(t, submit, ({ result }) => result?.status !== 'success') : submit();
}

scenario({
  id: 'errors.rejected-statuses/volume-below-minimum',
  title: 'ends an order with a trading-rule code as rejected, not as failed',
  async run(t) {
    const submission = await placeToBeRejected(t);
    const result = await t.account.settle(submission);
    const names = namesOf({ submission, result });
    if (!names.some((name) => name.startsWith('TRADING_RULE_'))) {
      t.inconclusive(`the result names no trading rule: ${names.join(', ') || 'no code'}`, [result]);
    }
    t.expect.that(result.status === 'rejected', {
      expected: 'status rejected',
      actual: `status ${result.status}`,
      evidence: [result],
    });
  },
});
