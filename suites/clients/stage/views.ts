// What a client shows, held against what is so inside the service (interface 1, rule 6; 2.2 to 2.5; 6). Figures are compared by value, and
// members that a client does not keep are none of its faults. Stop loss and take profit count the same on an order and beside it.
import { equals, readDecimal } from '../../../toolkit/decimal/index.js';
import type { View, ViewedConditions } from '../../../toolkit/intents/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { AccountView } from '../../../toolkit/reference/index.js';
import { Undecided } from './ends.js';
import type { Stage } from './stage.js';

type Figure = AccountView['state']['accountState']['balance'];
type Part = Exclude<keyof View, 'current'>;

/** Undecided of a client whose view has nothing of this. */
export async function requireShown(stage: Stage, ...parts: readonly Part[]): Promise<void> {
  const view = await stage.view();
  const absent = parts.filter((part) => view[part] === undefined);
  if (absent.length === 0) return;
  throw new Undecided(`the view of the client has no ${absent.join(' and no ')}`, [], [`${absent[0]} in the view`]);
}

/** Orders, positions and balance, as far as the view has them. */
export function showsTrading(view: View, stage: Stage): boolean {
  return showsOrders(view, stage) && showsPositions(view, stage) && showsBalance(view, stage);
}

export function showsOrders(view: View, stage: Stage): boolean {
  const orders = named(view.orders, 'ord', stage);
  if (orders === undefined) return true;
  const { state } = stage.inside();
  const protecting = new Set(state.orders.filter(({ type }) => type === 'sltp').map(({ id }) => id));
  const mains = state.orders.filter(({ id }) => !protecting.has(id));
  const shown = orders.filter(({ id, type }) => !protecting.has(id) && type !== 'sltp');
  return (
    areThese(shown, mains) &&
    mains.every(({ id, volume, price, instrument }) => {
      const one = shown.find((order) => order.id === id);
      return isFigure(one?.volume, volume) && isFigure(one?.price, price) && isText(one?.instrument, instrument);
    })
  );
}

export function showsPositions(view: View, stage: Stage): boolean {
  const positions = named(view.positions, 'pos', stage);
  if (positions === undefined) return true;
  const { state } = stage.inside();
  return (
    areThese(positions, state.positions) &&
    state.positions.every(({ id, volume, instrument, side }) => {
      const one = positions.find((position) => position.id === id);
      return isFigure(one?.volume, volume) && isText(one?.instrument, instrument) && isText(one?.side, side);
    })
  );
}

export function showsBalance({ account }: View, stage: Stage): boolean {
  return isFigure(account?.balance, stage.inside().state.accountState.balance);
}

/** Under the names that the service itself has for them. */
function named<Entity extends { readonly id: string }>(
  shown: readonly Entity[] | undefined,
  kind: 'ord' | 'pos',
  { service, account }: Stage,
): readonly Entity[] | undefined {
  return shown?.map((entity) => ({ ...entity, id: service.identifier(kind, account, entity.id) }));
}

/** By period, the instruments that it affects; those that the view does not name are not missed. */
export function showsPeriods({ hmr }: View, periods: ReadonlyMap<string, readonly string[]>): boolean {
  if (hmr === undefined || hmr.length !== periods.size) return false;
  return [...periods].every(([id, instruments]) => {
    const one = hmr.find((period) => period.id === id);
    if (one === undefined) return false;
    const named = new Set(one.instruments ?? instruments);
    return named.size === new Set(instruments).size && instruments.every((name) => named.has(name));
  });
}

/** Conditions as a message carried them: the members that the view has are the same. */
export function areConditions(
  shown: ViewedConditions | undefined,
  told: Readonly<Partial<Record<'volumeMin' | 'volumeMax' | 'volumeStep' | 'pointDigits', JsonValue>>>,
): boolean {
  if (shown === undefined) return false;
  return (
    isSame(shown.volume_min, told.volumeMin) &&
    isSame(shown.volume_max, told.volumeMax) &&
    isSame(shown.volume_step, told.volumeStep) &&
    isSame(shown.point_digits, told.pointDigits)
  );
}

/** Each once, and no other. */
function areThese(shown: readonly { readonly id: string }[], wanted: readonly { readonly id: string }[]): boolean {
  const ids = new Set(shown.map(({ id }) => id));
  return ids.size === shown.length && shown.length === wanted.length && wanted.every(({ id }) => ids.has(id));
}

function isText(shown: string | undefined, is: string): boolean {
  return shown === undefined || shown === is;
}

function isFigure(shown: string | undefined, is: Figure | undefined): boolean {
  if (shown === undefined || is === undefined) return true;
  const read = readDecimal(shown);
  return read !== undefined && equals(read, is);
}

function isSame(shown: string | number | undefined, told: JsonValue | undefined): boolean {
  if (shown === undefined || told === undefined || told === null) return true;
  const [left, right] = [readDecimal(String(shown)), readDecimal(String(told))];
  return left === undefined || right === undefined ? String(shown) === String(told) : equals(left, right);
}
