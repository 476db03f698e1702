// The account state of the snapshot resource after a change (interface 1, rule 2): it is the current one, as in the snapshot of the stream.
// It may follow after a moment; how equity and margin are reckoned is the target's own, so of them only what was left behind is judged.
import { ACCOUNT_FIGURES, type AccountStateView, type TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { eventually } from '../words/eventually.js';
import { differ, figureOf, same } from '../words/figures.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { costlyPosition } from '../words/streams/current-figures.js';

type State = Recorded<TradingStateView>;

const RESOURCE: Needs = { claims: ['snapshotResource'], requests: ['snapshot'] };

interface Change {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly happen: (t: CheckContext, start: State) => Promise<unknown>;
}

const CHANGES: readonly Change[] = [
  {
    id: 'domain.snapshot-resource/account-state-after-a-deposit',
    words: 'after a deposit',
    needs: { ...RESOURCE, control: ['account.deposit'] },
    happen: async (t) => balanceEventOf(t, await t.account.transactions(), { kind: 'balance', amount: '13' }),
  },
  {
    id: 'domain.snapshot-resource/account-state-after-an-opening',
    words: 'after a position was opened',
    needs: { ...RESOURCE, claims: ['snapshotResource', 'positions'] },
    happen: (t, { accountState, record }) => costlyPosition(t, { value: accountState?.usedMargin, record }),
  },
  {
    id: 'domain.snapshot-resource/account-state-after-a-close',
    words: 'after a position was closed',
    needs: { ...RESOURCE, claims: ['snapshotResource', 'positions', 'closePosition'] },
    async happen(t, { accountState, record }) {
      const { positionId } = await costlyPosition(t, { value: accountState?.usedMargin, record });
      // With the position it is read as well, so that it might be kept.
      await t.account.request('snapshot');
      await t.account.closePosition(positionId);
      await t.account.settleAll();
    },
  },
];

for (const { id, words, needs, happen } of CHANGES) {
  scenario({
    id,
    title: `shows the account state of the snapshot resource as it is ${words}`,
    needs,
    async run(t) {
      const start = await t.account.state();
      const old = await t.account.request('snapshot');
      await happen(t, start);
      for (const member of ACCOUNT_FIGURES) await expectFollows(t, member, old);
    },
  });
}

interface Reading {
  readonly before: State;
  readonly resource: HttpExchange;
  readonly after: State;
}

/** Judges the figure where it stands still in the snapshots of the stream on both sides of the read. */
async function expectFollows(t: CheckContext, member: keyof AccountStateView, old: HttpExchange): Promise<void> {
  const { before, resource, after } = await eventually(
    t,
    () => readBetween(t),
    (one) => same(one.before.accountState?.[member], figuresOf(t, one.resource)?.[member]),
  );
  const [was, is] = [before.accountState?.[member], after.accountState?.[member]];
  const shown = figuresOf(t, resource)?.[member];
  if (figureOf(is) === undefined || figureOf(shown) === undefined || !same(was, is)) return;
  const first = figuresOf(t, old)?.[member];
  const isLeft = differ(first, is) && same(first, shown);
  t.expect.that(member === 'balance' ? same(is, shown) : !isLeft, {
    expected: `${member} ${String(is)}, as in the snapshots of the stream`,
    actual: `${member} ${String(shown)}`,
    evidence: [resource, before, after, old],
  });
}

async function readBetween(t: CheckContext): Promise<Reading> {
  const before = await t.account.state();
  const resource = await t.account.request('snapshot');
  return { before, resource, after: await t.account.state() };
}

function figuresOf(t: CheckContext, read: HttpExchange): AccountStateView | undefined {
  const body = isAnswered(read) ? read.answer?.body : undefined;
  return body === undefined ? undefined : t.dialect.readSnapshot(body).accountState;
}
