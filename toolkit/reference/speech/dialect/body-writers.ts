// Answers of HTTP in a dialect's spelling (interface 2.1, 4.3, 4.4, 7.1 and the collections of section 1).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import type { Bodies, DialectSpec, Pointers } from '../../../profile/dialect/spec.js';
import type { Words } from '../../../profile/dialect/words.js';
import type { OperationState, Page } from '../../domain.js';
import type { Speech } from '../speech.js';
import type { Draft, Values } from '../values.js';
import { compileCollection, compileNames, type Item } from './collections.js';
import { type EntityWriters, placesOf, written } from './entity-writers.js';
import { placeOf, satisfy } from './places.js';
import { Sheet, type Steps } from './sheet.js';
import { isKeyed, toldWriter } from './trading-state.js';

type Answers = Pick<
  Speech,
  | 'ack'
  | 'refusal'
  | 'operationStatus'
  | 'account'
  | 'instruments'
  | 'conditions'
  | 'limits'
  | 'snapshot'
  | 'orderHistory'
  | 'dealHistory'
>;

/** One answer: what it says is put under its root, which is there even if it says nothing. */
type Body = (fill: (sheet: Sheet, root: Steps) => void) => JsonObject;

export function bodyWriters(
  spec: DialectSpec,
  words: Readonly<Record<keyof DialectSpec['words'], Words>>,
  entities: EntityWriters,
  values: Values,
): Answers {
  const { bodies } = spec;
  const body = ({ at = bodies.at }: { readonly at?: Pointers }): Body => {
    const root = placeOf(at) ?? [];
    return (fill) => {
      const sheet = new Sheet();
      sheet.put(root, {});
      fill(sheet, root);
      return values.object(sheet.object);
    };
  };
  const flat = (form: { readonly at?: Pointers }, whole: Body = body(form)): ((draft: Draft) => JsonObject) => {
    const { at: _, ...members } = form;
    const places = placesOf(members);
    return (draft) => whole((sheet, root) => written(places, draft, sheet, root));
  };
  return {
    ack: flatten(flat(bodies.ack), ({ operationId, clientRequestId }) => ({ operationId, clientRequestId })),
    refusal: flatten(flat(bodies.error, body({ at: bodies.error.at ?? '' })), ({ code, name }) => ({
      code,
      message: name,
    })),
    operationStatus: operationStatus(bodies.operation, body(bodies.operation), words.operationState),
    account: flatten(flat(bodies.account), (account) => ({
      tradeMode: words.tradeMode.write(account.tradeMode),
      accountStatus: words.accountStatus.write(account.accountStatus),
      currency: account.currency,
      currencyDigits: account.currencyDigits,
    })),
    instruments: instruments(bodies.instruments, body(bodies.instruments)),
    conditions: (conditions) =>
      body(bodies.conditions)((sheet, root) => sheet.put(root, entities.conditions(conditions, 'conditions'))),
    limits: limits(bodies.limits, body(bodies.limits)),
    snapshot: snapshot(spec, entities, body(bodies.snapshot)),
    orderHistory: page(bodies.orderHistory, body(bodies.orderHistory), isKeyed(spec.entities.order), (order) =>
      entities.order(order, 'orderHistory'),
    ),
    dealHistory: page(bodies.dealHistory, body(bodies.dealHistory), isKeyed(spec.entities.deal), (deal) =>
      entities.deal(deal, 'dealHistory'),
    ),
  };
}

function flatten<Said>(write: (draft: Draft) => JsonValue, draftOf: (said: Said) => Draft): (said: Said) => JsonValue {
  return (said) => write(draftOf(said));
}

function operationStatus(form: Bodies['operation'], body: Body, words: Words): Answers['operationStatus'] {
  const { at: _, states = {}, ...members } = form;
  const places = placesOf(members);
  return ({ operationId, clientRequestId, errorCode, errorMessage, state }) => {
    const said = sayable(state, form);
    const when = states[said];
    const word = when === undefined ? words.write(said) : undefined;
    return body((sheet, root) => {
      const own = written(places, { operationId, clientRequestId, errorCode, errorMessage, state: word });
      satisfy(own, when);
      sheet.put(root, own.value);
    });
  };
}

/** A target that does not tell failed from rejected says the latter, as interface 3 lets it for want of a definition. */
function sayable(state: OperationState, { states, state: word }: Bodies['operation']): OperationState {
  return state === 'failed' && word === null && states?.failed === undefined ? 'rejected' : state;
}

function instruments(form: Bodies['instruments'], body: Body): Answers['instruments'] {
  const names = compileNames(form.items, form.name, true);
  return (listed) =>
    body((sheet, root) =>
      names?.write(
        sheet,
        root,
        listed.map(({ instrument }) => instrument),
      ),
    );
}

function limits(form: Bodies['limits'], body: Body): Answers['limits'] {
  const { at: _, placeOrder, ...members } = form;
  const places = placesOf(members);
  const entry = compileCollection(placeOrder, false);
  return (quotas) =>
    body((sheet, root) => {
      const items = quotas.flatMap(({ operation, limit, remaining, windowMs }): readonly Item[] =>
        operation === 'placeOrder'
          ? [{ key: operation, value: written(places, { limit, remaining, windowMs }).value }]
          : [],
      );
      entry?.write(sheet, root, items);
    });
}

function snapshot(spec: DialectSpec, entities: EntityWriters, body: Body): Answers['snapshot'] {
  const tell = toldWriter(spec.bodies.snapshot, spec.entities, entities);
  return (state) => body((sheet, root) => tell(sheet, root, state, 'snapshot'));
}

function page<Entity>(
  form: Bodies['orderHistory'],
  body: Body,
  keyed: boolean,
  write: (entity: Entity) => Item,
): (page: Page<Entity>) => JsonValue {
  const { cursor, more } = form;
  const list = compileCollection(form.items, keyed);
  const places = placesOf({ cursor, more });
  return ({ items, cursor: token }) =>
    body((sheet, root) => {
      list?.write(sheet, root, items.map(write));
      written(places, { cursor: token, more: token !== undefined }, sheet, root);
    });
}
