// Which rules tell of what: a service whose rules are watched notes what happens, and does nothing else.
import type { TransactionEvent } from '../../domain.js';
import { honestRules, type Rules } from '../../rules/rules.js';
import type { Happening, World } from './world.js';

/** Looks at what a rule was told and at its answer. */
type Watch<Name extends keyof Rules> = Rules[Name] extends (...told: infer Told) => infer Answer
  ? (world: World, answer: Answer, ...told: Told) => void
  : never;

type Watches = { readonly [Name in keyof Rules]?: Watch<Name> };

const WATCHES: Watches = {
  requiresSigning: (world, _answer, { operation }) => {
    world.account.wish = {};
    if (operation === 'orderHistory' || operation === 'dealHistory') world.note('history read');
  },
  acceptsTimestamp: (world, _answer, _timestampMs, nowMs) => world.tellTime(nowMs),
  authError: (world) => world.note('refusal'),
  recordName: (world, _answer, { kind, idempotencyKey }) => wish(world, { kind, idempotencyKey }),
  acceptsOrderType: (world, _answer, type) => wish(world, { type }),
  acceptsSide: (world, _answer, side, kind) => wish(world, { side, kind }),
  acceptsVolumeForm: (world, _answer, volume, kind) => wish(world, { volume, kind }),
  acceptsPriceForm: (world, _answer, price, member) => wish(world, { [member]: price }),
  closes: (world, _answer, { side, instrument }) => wish(world, { side, instrument }),
  operationId: (world, answer) => world.launch(answer),
  announcements: (world, _answer, event) => {
    if (event.operationId !== undefined) world.end(event.operationId);
    for (const happening of happeningsOf(event)) world.note(happening);
  },
  onConflict: (world) => world.note('conflict'),
  rateLimitName: (world) => world.note('exhausted quota'),
  restricted: (world, after) =>
    world.note(after.tradeMode === 'normal' && after.accountStatus === 'normal' ? 'lifted restriction' : 'restriction'),
  announcedAction: (world, _answer, change) =>
    world.note(
      change === 'upd' ? 'change of conditions' : change === 'del' ? 'removed instrument' : 'created instrument',
    ),
  upsertedPeriods: (world) => world.note('HMR period'),
  removedPeriodIds: (world) => world.note('removed HMR period'),
  announcesFlexible: (world) => world.note('flexible HMR'),
  initial: (world, _answer, previous) => {
    if (previous !== undefined) world.note('reconnect');
  },
  endsDelivery: (world) => world.note('unsubscribe'),
  refusalCloses: (world) => world.note('refused command'),
};

function wish(world: World, asked: Readonly<Record<string, unknown>>): void {
  const texts = Object.entries(asked).filter(([, value]) => typeof value === 'string');
  world.account.wish = { ...world.account.wish, ...Object.fromEntries(texts) };
}

function happeningsOf({ status, clientRequestId, payload }: TransactionEvent): readonly Happening[] {
  if (status !== 'success') return [status === 'failed' ? 'failure' : 'reject'];
  const { orders, deals, positions } = payload;
  const happenings: Happening[] = ['success'];
  if (deals.some(({ balanceKind }) => balanceKind !== undefined)) happenings.push('booking');
  if (orders.some(({ state }) => state === 'cancelled') && deals.length === 0) happenings.push('cancellation');
  if (orders.some(({ state }) => state === 'pending') && deals.length === 0) happenings.push('placement');
  if (positions.some(({ state }) => state === 'closed')) happenings.push('close');
  if (positions.some(({ state }) => state === 'open') && deals.some(({ amount }) => amount.coefficient !== 0n)) {
    happenings.push('partial close');
  }
  if (clientRequestId === undefined && orders.some(({ state, type }) => state === 'filled' && type !== 'market')) {
    happenings.push('fill');
  }
  return happenings;
}

/** The same rules, which tell the world of what happens; every rule of the service turns it to its account. */
export function watching(rules: Rules, world: World): Rules {
  const names = Object.keys(honestRules()) as (keyof Rules)[]; // The keys of a closed record.
  return { ...rules, ...Object.fromEntries(names.map((name) => [name, watched(rules, name, world)])) };
}

function watched(rules: Rules, name: keyof Rules, world: World): unknown {
  const rule = rules[name] as unknown;
  if (typeof rule !== 'function') return rule;
  const watch = WATCHES[name] as ((...told: readonly unknown[]) => void) | undefined; // Each by the name of its own rule.
  return (...told: readonly unknown[]) => {
    world.turnTo(name, told);
    const answer: unknown = rule(...told);
    watch?.(world, answer, ...told);
    return answer;
  };
}
