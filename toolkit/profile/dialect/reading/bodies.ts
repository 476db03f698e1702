// HTTP bodies into views (interface 2.1, 4.3, 4.4, 7.1 and the collections of section 1).
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Dialect } from '../dialect.js';
import type { Bodies, DialectSpec, Members, Pointers } from '../spec.js';
import type {
  AccountView,
  AckView,
  ErrorView,
  OperationState,
  OperationView,
  PageView,
  QuotaView,
  TradingStateView,
} from '../views.js';
import type { Words } from '../words.js';
import { compileCollection } from './collection.js';
import { compileNames, compileView, type EntityReaders, identifier } from './entities.js';
import { compileWhen } from './match.js';
import { compilePointers, type Reader } from './pointer.js';

type BodyReaders = Pick<Dialect, Exclude<keyof Dialect & `read${string}`, 'readFrame' | 'readRequest' | 'readCommand'>>;

export function compileBodies(
  { bodies: spec, emptyValues }: Pick<DialectSpec, 'bodies' | 'emptyValues'>,
  entities: EntityReaders,
  operationStates: Words,
): BodyReaders {
  const isLeftOut = emptyValues === 'left-out';
  const root = (at: Pointers | undefined): Reader => compilePointers(at ?? spec.at);
  const conditionsAt = root(spec.conditions.at);
  return {
    readAck: flat<AckView>(root(spec.ack.at), members(spec.ack)),
    readError: flat<ErrorView>(compilePointers(spec.error.at ?? ''), members(spec.error)),
    readAccount: flat<AccountView>(root(spec.account.at), members(spec.account)),
    readOperation: compileOperation(spec.operation, root(spec.operation.at), operationStates),
    readSnapshot: compileTradingState(spec.snapshot, root(spec.snapshot.at), entities),
    readOrderHistory: compilePage(
      { ...spec.orderHistory, isLeftOut },
      root(spec.orderHistory.at),
      entities.orders(spec.orderHistory.items),
    ),
    readDealHistory: compilePage(
      { ...spec.dealHistory, isLeftOut },
      root(spec.dealHistory.at),
      entities.deals(spec.dealHistory.items),
    ),
    readInstruments: compileInstruments(spec.instruments, root(spec.instruments.at)),
    readConditions: (body) => entities.conditions(conditionsAt(body)) ?? {},
    readQuota: compileQuota({ ...spec.limits, isLeftOut }, root(spec.limits.at)),
  };
}

/** Bindings only, without the members that say how to find the rest. */
function members(form: Members & { readonly at?: Pointers }): Members {
  const { at: _, ...bindings } = form;
  return bindings;
}

function flat<View extends object>(root: Reader, bindings: Members): (body: JsonValue) => View {
  const view = compileView<View>(bindings);
  return (body) => view.read({ value: root(body) ?? null });
}

function compileOperation(form: Bodies['operation'], root: Reader, words: Words): (body: JsonValue) => OperationView {
  const { at: _, state, states = {}, ...rest } = form;
  const view = compileView<Omit<OperationView, 'state'>>(rest);
  const readState = compilePointers(state);
  const tests = OPERATION_STATES.flatMap((name) => {
    const when = states[name];
    return when === undefined ? [] : [{ name, holds: compileWhen(when) }];
  });
  return (body) => {
    const value = root(body) ?? null;
    const byCondition = tests.find((test) => test.holds(value))?.name;
    const byWord = words.read(readState(value));
    return {
      ...view.read({ value }),
      state: byCondition ?? OPERATION_STATES.find((name) => name === byWord) ?? 'unknown',
    };
  };
}

const OPERATION_STATES: readonly Exclude<OperationState, 'unknown'>[] = ['rejected', 'failed', 'success', 'pending'];

/** Shared with the `trading_state_snapshot` message. */
export function compileTradingState(
  form: Pick<Bodies['snapshot'], 'orders' | 'positions' | 'accountState'>,
  root: Reader,
  entities: EntityReaders,
): (body: JsonValue) => TradingStateView {
  const orders = entities.orders(form.orders);
  const positions = entities.positions(form.positions);
  const accountState = entities.accountState(form.accountState);
  return (body) => {
    const value = root(body);
    return present({
      orders: orders(value),
      positions: positions(value),
      accountState: accountState(value),
    });
  };
}

/** Whether a false, a zero and a list that holds nothing are left out. */
interface LeavingOut {
  readonly isLeftOut: boolean;
}

function compilePage<Item>(
  form: Bodies['orderHistory'] & LeavingOut,
  root: Reader,
  items: (value: JsonValue | undefined) => readonly Item[] | undefined,
): (body: JsonValue) => PageView<Item> {
  const cursor = compilePointers(form.cursor);
  const more = compilePointers(form.more);
  const unwritten = form.isLeftOut && form.more !== null ? false : undefined;
  return (body) => {
    const value = root(body);
    const token = cursor(value);
    const isLast = token === '' || (more(value) ?? unwritten) === false;
    return present({ items: items(value), cursor: isLast ? undefined : token });
  };
}

function compileInstruments(form: Bodies['instruments'], root: Reader): Dialect['readInstruments'] {
  const names = compileNames(form.items, compilePointers(form.name));
  return (body) =>
    names(root(body))?.flatMap((value) => {
      const name = identifier(value);
      return name === undefined ? [] : [name];
    });
}

function compileQuota(form: Bodies['limits'] & LeavingOut, root: Reader): Dialect['readQuota'] {
  const { at: _, placeOrder, isLeftOut, ...bindings } = form;
  const find = compileCollection(placeOrder, isJsonObject);
  const view = compileView<QuotaView & { readonly windowSeconds?: JsonValue }>(bindings);
  return (body) => {
    const entry = find(root(body))?.[0];
    if (entry === undefined) return undefined;
    const { windowSeconds, ...told } = view.read(entry);
    const left = isLeftOut && bindings.remaining !== null ? { remaining: 0 } : {};
    const span = windowSeconds === undefined ? {} : { windowMs: inMilliseconds(windowSeconds) };
    const quota = { ...left, ...span, ...told };
    return Object.keys(quota).length === 0 ? undefined : quota;
  };
}

/** What is no figure stays as it came. */
function inMilliseconds(seconds: JsonValue): JsonValue {
  const isFigure = typeof seconds === 'number' || (typeof seconds === 'string' && seconds.trim() !== '');
  const ms = isFigure ? Number(seconds) * 1_000 : Number.NaN;
  return Number.isFinite(ms) ? ms : seconds;
}

type Present<View> = { readonly [Name in keyof View]?: Exclude<View[Name], undefined> };

/** Leaves out what is undefined, as views do. */
export function present<View extends object>(view: View): Present<View> {
  // Entries without undefined values are exactly the members of the result type.
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as Present<View>;
}
