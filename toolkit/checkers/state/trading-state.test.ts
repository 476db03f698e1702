// Unit tests of the checkers over trading state: conservation of balances and volumes.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { balanceDeal, deal, EMPTY, FIGURES, order, position, Story, type Stream } from '../story.test.aid.js';

function withBalance(balance: string): { readonly accountState: JsonObject } {
  return { accountState: { ...FIGURES, balance } };
}

/** When what happened before a snapshot has been told. */
const LATER_MS = 6_000;

describe('balances', () => {
  async function judged(tell: (stream: Stream, story: Story) => void): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions();
    tell(stream, story.wait(LATER_MS));
    return story.judge('balances');
  }

  it('accepts deposits and withdrawals that add up, however they are padded and in whichever order they come', async () => {
    const { outcome, judged: count } = await judged((stream) => {
      stream.event({ deals: [balanceDeal('d-2', '-250.5')], ...withBalance('849.50') });
      stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance('1100.0') });
    });
    expect([outcome, count]).toEqual(['ok', 2]);
  });

  it.each([
    ['by a cent', '1100.01'],
    ['not at all', '1000.00'],
    ['as a floating-point sum would', '1100.0000000000001'],
  ])('finds a deposit of 100 that changes the balance %s', async (_, balance) => {
    const { findings } = await judged((stream) => {
      stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance(balance) });
    });
    expect(findings).toEqual([expect.objectContaining({ requirement: 'transactions.balance-arithmetic' })]);
  });

  it('leaves open a booking that the snapshot may show already, and judges the deposit that was asked for after it', async () => {
    const told = (amount: string, kind: string = 'balance'): Story => {
      const story = new Story();
      story.transactions().event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance('1000.00') });
      story.control('account.deposit', 'A', { amount, kind });
      return story;
    };
    const stories = [told('3'), told('100'), told('100', 'swap_fee')];
    const outcomes = await Promise.all(stories.map((story) => story.judge('balances')));
    expect(outcomes.map(({ findings }) => findings.length)).toEqual([0, 1, 0]);
  });

  it('accepts amounts of fees without a sign', async () => {
    const { findings } = await judged((stream) => {
      stream.event({ deals: [balanceDeal('d-1', '2.50')], ...withBalance('997.50') });
    });
    expect(findings).toEqual([]);
  });

  it('accepts bookings told together with the balance behind all of them, and no other balance', async () => {
    const told = (balance: string): ReturnType<Story['judge']> =>
      judged((stream, story) => {
        stream.event({ deals: [balanceDeal('d-2', '50.00')], ...withBalance(balance) });
        stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance(balance) });
        story.wait(LATER_MS);
        stream.event({ orders: [order('o-1')], ...withBalance(balance) });
      });
    const outcomes = await Promise.all([told('1150.00'), told('1000.00'), told('1151.00')]);
    expect(outcomes.map(({ findings }) => findings.length)).toEqual([0, 2, 2]);
  });

  it('accepts bookings told together of which the first snapshot shows one already', async () => {
    const { findings } = await judged((stream, story) => {
      stream.event({ deals: [balanceDeal('d-1', '30.00')], ...withBalance('1100.00') });
      stream.event({ deals: [balanceDeal('d-2', '100.00')], ...withBalance('1100.00') });
      story.wait(LATER_MS);
      stream.event({ orders: [order('o-1')], ...withBalance('1100.00') });
    });
    expect(findings).toEqual([]);
  });

  it('does not judge deals without amount, events without balance, nor trading deals', async () => {
    await expect(
      judged((stream) => {
        stream.event({ deals: [{ id: 'd-1', balanceKind: 'balance' }], ...withBalance('7.00') });
        stream.event({ deals: [deal('d-2', 'p-1', '1.00')], ...withBalance('8.00') });
      }),
    ).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['deals without the balance after them', { deals: [deal('d-2', 'p-1', '1.00')] }],
    ['a position alone, whose execution booked its profit', { positions: [position('p-1', '1.00')] }],
  ])('does not judge beside an event of %s', async (_, untold) => {
    const { findings } = await judged((stream) => {
      stream.event(untold);
      stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance('1107.00') });
    });
    expect(findings).toEqual([]);
  });

  it('judges beside the event of a pending order, which moves no money', async () => {
    const { findings } = await judged((stream) => {
      stream.event({ orders: [order('o-1')] });
      stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance('1107.00') });
    });
    expect(findings).toHaveLength(1);
  });

  it('leaves open what others book in the last seconds of a connection, whose forerunner may be told behind it', async () => {
    const told = (waitMs: number): ReturnType<Story['judge']> =>
      judged((stream, story) => {
        stream.event({ deals: [balanceDeal('d-1', '-2.00')], ...withBalance('998.00') });
        stream.event({ deals: [balanceDeal('d-3', '-1.00')], ...withBalance('996.00') });
        story.wait(waitMs);
        stream.event({ orders: [order('o-1')] });
      });
    expect((await told(LATER_MS)).findings).toHaveLength(1);
    expect((await told(0)).findings).toEqual([]);
  });

  it('leaves open what follows an operation that was taken and of which the connection told nothing', async () => {
    const told = (operationId: string): ReturnType<Story['judge']> =>
      judged((stream, story) => {
        story.acknowledged('placeOrder', 'key-1', 'op-1');
        stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance('1095.00') });
        stream.event({ orders: [order('o-1')], operationId });
      });
    expect((await told('op-1')).findings).toHaveLength(1);
    expect((await told('op-2')).findings).toEqual([]);
  });

  it('does not judge across a stalled stream, where events may have been missed', async () => {
    await expect(
      judged((stream, story) => {
        story.control('stream.stall');
        stream.event({ deals: [balanceDeal('d-1', '100.00')], ...withBalance('9.00') });
      }),
    ).resolves.toMatchObject({ outcome: 'unknown' });
  });
});

describe('volumes', () => {
  async function judged(snapshot: JsonObject, ...views: readonly JsonObject[]): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions('A', { ...EMPTY, ...snapshot });
    story.wait(LATER_MS);
    for (const view of views) stream.event(view);
    stream.close();
    return story.judge('volumes');
  }

  it('leaves open what may have happened before the snapshot, whose event follows it, unless the journal tells when', async () => {
    const parted = { positions: [position('p-1', '1.5')], deals: [deal('d-1', 'p-1', '1')], operationId: 'op-1' };
    const shown = { ...EMPTY, positions: [position('p-1', '1.5')] };
    const unknown = new Story();
    unknown.transactions('A', shown).event(parted);
    const earlier = new Story();
    earlier.acknowledged('closePosition', 'key-1', 'op-1');
    earlier.transactions('A', shown).event(parted);
    const later = new Story();
    const stream = later.transactions('A', shown);
    later.acknowledged('closePosition', 'key-1', 'op-1');
    stream.event(parted);
    const outcomes = await Promise.all([unknown, earlier, later].map((story) => story.judge('volumes')));
    expect(outcomes.map(({ findings }) => findings.length)).toEqual([0, 0, 1]);
  });

  it('judges at once what nobody asked for only where it changes what began behind the snapshot', async () => {
    const parted = { positions: [position('p-1', '1.5')], deals: [deal('d-2', 'p-1', '1')], operationId: 'sys-1' };
    const stood = new Story();
    const old = stood.transactions('A', { ...EMPTY, positions: [position('p-1', '1.5')] });
    stood.control('market.price');
    old.event(parted);
    const begun = new Story();
    const stream = begun.transactions('A');
    begun.acknowledged('openPosition', 'key-1', 'op-1');
    stream.event({ ...opened, operationId: 'op-1' });
    stream.event(parted);
    const outcomes = await Promise.all([stood, begun].map((story) => story.judge('volumes')));
    expect(outcomes.map(({ findings }) => findings.length)).toEqual([0, 1]);
  });

  it('leaves open what follows a close that was taken and of which the connection told nothing', async () => {
    const findings = async (operationId: string): Promise<number> => {
      const story = new Story();
      const stream = story.transactions('A', { ...EMPTY, positions: [position('p-1', '3.00')] });
      for (const id of ['op-1', 'op-2']) story.acknowledged('closePosition', `key-${id}`, id);
      stream.event({ positions: [position('p-1', '1.5')], deals: [deal('d-2', 'p-1', '1')], operationId: 'op-2' });
      stream.event({ orders: [order('o-1')], operationId });
      return (await story.judge('volumes')).findings.length;
    };
    expect([await findings('op-2'), await findings('op-1')]).toEqual([0, 1]);
  });

  const opened = { positions: [position('p-1', '3.00')], deals: [deal('d-1', 'p-1', '3')] };

  it('accepts opening, adding to, closing in part and closing a position', async () => {
    const { outcome, judged: count } = await judged(
      {},
      opened,
      { positions: [position('p-1', '5.0')], deals: [deal('d-2', 'p-1', '2.0')] },
      { positions: [position('p-1', '4.9')], deals: [deal('d-3', 'p-1', '0.1')] },
      { positions: [position('p-1', '0')], deals: [deal('d-4', 'p-1', '4.9')] },
    );
    expect([outcome, count]).toEqual(['ok', 4]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['an opening of another volume than its deal', {}, { ...opened, positions: [position('p-1', '2.99')] }],
    [
      'a partial close that takes more than its deal',
      { positions: [position('p-1', '3.00')] },
      { positions: [position('p-1', '1.5')], deals: [deal('d-1', 'p-1', '1')] },
    ],
    [
      'a partial close that takes nothing',
      { positions: [position('p-1', '3.00')] },
      { positions: [position('p-1', '3.00')], deals: [deal('d-1', 'p-1', '1')] },
    ],
  ])('finds %s', async (_, snapshot, view) => {
    const { findings } = await judged(snapshot, view);
    expect(findings).toEqual([expect.objectContaining({ requirement: 'transactions.deal-volumes-conserved' })]);
  });

  const grown = { positions: [position('p-1', '5.00')], deals: [deal('d-2', 'p-1', '5')] };
  const over = { positions: [position('p-1', '0', { state: 'closed' })], deals: [deal('d-3', 'p-1', '3')] };

  it('finds the whole volume again in a deal that adds to a position', async () => {
    expect((await judged({}, opened, grown)).findings).toHaveLength(1);
    expect((await judged({}, opened, opened, grown, grown)).findings).toHaveLength(1);
  });

  it('tolerates a position that begins again once it was over, events told again, and in any order', async () => {
    expect((await judged({}, opened, opened)).outcome).toBe('ok');
    expect((await judged({}, opened, over, grown)).outcome).toBe('ok');
    expect((await judged({}, grown, over, opened)).outcome).toBe('ok');
    expect((await judged({}, opened, { deals: [deal('d-4', 'p-1', '3')] }, grown)).outcome).toBe('ok');
    const added = { positions: [position('p-1', '5.00')], deals: [deal('d-2', 'p-1', '2')] };
    expect((await judged({}, added, opened, added)).outcome).toBe('ok');
  });

  it('tolerates closed positions that keep their volume, turned positions, and several deals of one event', async () => {
    const { outcome } = await judged(
      { positions: [position('p-1', '3.00'), position('p-2', '1.00')] },
      { positions: [position('p-1', '3.00', { state: 'closed' })], deals: [deal('d-1', 'p-1', '3.00')] },
      { positions: [position('p-2', '2.00', { side: 'sell' })], deals: [deal('d-2', 'p-2', '3.00')] },
      { positions: [position('p-4', '2.00', { side: true })], deals: [deal('d-5', 'p-4', '2.00')] },
      { positions: [position('p-4', '1.00', { side: false })], deals: [deal('d-6', 'p-4', '3.00')] },
      { positions: [position('p-3', '2.00')], deals: [deal('d-3', 'p-3', '0.5'), deal('d-4', 'p-3', '1.5')] },
    );
    expect(outcome).toBe('ok');
  });

  it('takes the volume of what was sold with or without a sign', async () => {
    const { outcome } = await judged(
      { positions: [position('p-1', '3.00', { side: 'sell' })] },
      { positions: [position('p-2', '-2.00', { side: 'sell' })], deals: [deal('d-1', 'p-2', '-2.0')] },
      { positions: [position('p-1', '1.00', { side: 'sell' })], deals: [deal('d-2', 'p-1', '2.0')] },
    );
    expect(outcome).toBe('ok');
  });

  it('tolerates a deal that ends one position and begins another with the rest, where that adds up', async () => {
    const before = { positions: [position('p-1', '0.1')] };
    const event = (rest: string): JsonObject => ({
      positions: [position('p-1', '0', { state: 'closed' }), position('p-2', rest, { side: 'sell' })],
      deals: [deal('d-1', 'p-2', '0.3')],
    });
    expect((await judged(before, event('0.2'))).outcome).toBe('ok');
    expect((await judged(before, event('0.25'))).findings).toHaveLength(1);
  });

  it('leaves open what a later snapshot of the connection may show already', async () => {
    const judge = (waitMs: number): ReturnType<Story['judge']> => {
      const story = new Story();
      const stream = story.transactions();
      story.wait(LATER_MS);
      stream.message('trading_state_snapshot', { ...EMPTY, positions: [position('p-1', '2')] });
      story.wait(waitMs);
      stream.event({ positions: [position('p-1', '2')], deals: [deal('d-1', 'p-1', '1')] });
      return story.judge('volumes');
    };
    expect((await judge(0)).outcome).toBe('unknown');
    expect((await judge(LATER_MS)).findings).toHaveLength(1);
  });

  it('judges a trade beside what is charged for it', async () => {
    const charge = { id: 'd-9', positionId: 'p-1', amount: '-0.01' };
    const traded = (volume: string): JsonObject => ({
      positions: [position('p-1', '3.00')],
      deals: [{ ...deal('d-1', 'p-1', volume), price: '1.1' }, charge],
    });
    expect((await judged({}, traded('3.00'))).outcome).toBe('ok');
    expect((await judged({}, traded('2.00'))).findings).toHaveLength(1);
  });

  it('does not judge events whose deals name no position or no volume', async () => {
    const { outcome } = await judged(
      {},
      { positions: [position('p-1', '3'), position('p-2', '3')], deals: [{ id: 'd-1', volume: '9' }] },
      { positions: [position('p-1', '3')], deals: [{ id: 'd-2', positionId: 'p-1' }] },
      { positions: [position('p-1', '7')] },
    );
    expect(outcome).toBe('unknown');
  });
});
