// Answers of HTTP in a dialect's spelling (interface 2.1, 4.3, 4.4, 7.1 and the collections of section 1).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import type { Bodies, DialectSpec, Pointers } from '../../../profile/dialect/spec.js';
import type { Words } from '../../../profile/dialect/words.js';
import type { OperationState, Page } from '../../domain.js';
import type { Speech } from '../speech.js';
import type { Draft, Values } from '../values.js';
import { compileCollection, compileNames, type Item } from './collections.js';
import { type EntityWriters, placesOf, written } from './entity-writers.js';
import { compileExample } from './examples.js';
import type { JsonDraft, Steps } from './json-draft.js';
import { placeOf, satisfy } from './places.js';
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
type Body = (fill: (sheet: JsonDraft, root: Steps) => void, time?: JsonValue) => JsonObject;
type BodyName = Exclude<keyof Bodies, 'at'>;

export function bodyWriters(
  spec: DialectSpec,
  words: Readonly<Record<keyof DialectSpec['words'], Words>>,
  entities: EntityWriters,
  values: Values,
): Answers {
  const { bodies, examples, dateTimes } = spec;
  const body = (name: BodyName, { at = bodies.at }: { readonly at?: Pointers } = bodies[name]): Body => {
    const root = placeOf(at) ?? [];
    const begin = compileExample(examples?.bodies?.[name], bodies[name], root, dateTimes);
    return (fill, time) => {
      const sheet = begin(time);
      sheet.put(root, {});
      fill(sheet, root);
      return values.object(sheet.object);
    };
  };
  const flat = (name: BodyName, whole: Body = body(name)): ((draft: Draft) => JsonObject) => {
    const { at: _, ...members } = bodies[name];
    const places = placesOf(members);
    return (draft) => whole((sheet, root) => written(places, draft, sheet, root));
  };
  return {
    ack: flatten(flat('ack'), ({ operationId, clientRequestId }) => ({ operationId, clientRequestId })),
    refusal: flatten(flat('error', body('error', { at: bodies.error.at ?? '' })), ({ code, name }) => ({
      code,
      message: name,
    })),
    operationStatus: operationStatus(bodies.operation, body('operation'), words.operationState, values),
    account: flatten(flat('account'), (account) => ({
      tradeMode: words.tradeMode.write(account.tradeMode),
      accountStatus: words.accountStatus.write(account.accountStatus),
      currency: account.currency,
      currencyDigits: account.currencyDigits,
    })),
    instruments: instruments(bodies.instruments, body('instruments')),
    conditions: (conditions) =>
      body('conditions')((sheet, root) => sheet.put(root, entities.conditions(conditions, 'conditions'))),
    limits: limits(bodies.limits, body('limits')),
    snapshot: snapshot(spec, entities, body('snapshot')),
    orderHistory: page(bodies.orderHistory, body('orderHistory'), isKeyed(spec.entities.order), (order) =>
      entities.order(order, 'orderHistory'),
    ),
    dealHistory: page(bodies.dealHistory, body('dealHistory'), isKeyed(spec.entities.deal), (deal) =>
      entities.deal(deal, 'dealHistory'),
    ),
  };
}

function flatten<Said>(write: (draft: Draft) => JsonValue, draftOf: (said: Said) => Draft): (said: Said) => JsonValue {
  return (said) => write(draftOf(said));
}

function operationStatus(
  form: Bodies['operation'],
  body: Body,
  words: Words,
  values: Values,
): Answers['operationStatus'] {
  const { at: _, states = {}, ...members } = form;
  const places = placesOf(members);
  return ({ operationId, clientRequestId, errorCode, errorMessage, state, acceptedAtMs }) => {
    const time = values.time(acceptedAtMs, { in: 'operationStatus', of: 'operation' }, 'created_at');
    const said = sayable(state, form);
    const when = states[said];
    const word = when === undefined ? words.write(said) : undefined;
    return body((sheet, root) => {
      const own = written(places, { operationId, clientRequestId, errorCode, errorMessage, state: word });
      satisfy(own, when);
      sheet.put(root, own.value);
    }, time);
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
          ? [
              {
                key: operation,
                value: written(places, { limit, remaining, windowMs, windowSeconds: windowMs / 1_000 }).value,
              },
            ]
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
