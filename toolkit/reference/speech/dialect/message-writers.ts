// Messages of the streams in a dialect's spelling (interface 6): what each kind says, at the places from which the dialect reads it.

import { isPointers } from '../../../profile/dialect/reading/collection.js';
import type { DialectSpec, MessageForm } from '../../../profile/dialect/spec.js';
import { PAYLOAD } from '../../../profile/dialect/stated-names.js';
import type { Words } from '../../../profile/dialect/words.js';
import type { DomainEvent, TransactionEvent } from '../../domain.js';
import type { Draft, Spot, Values } from '../values.js';
import { compileCollection, compileOne, type Item } from './collections.js';
import { type EntityWriters, placesOf, written } from './entity-writers.js';
import type { JsonDraft, Steps } from './json-draft.js';
import { placeOf } from './places.js';
import { isKeyed, type Told, toldWriter } from './trading-state.js';

type EventKind = DomainEvent['kind'];
type EventOf<Kind extends EventKind> = Extract<DomainEvent, { readonly kind: Kind }>;

/** Writes what an event says under the root of its message. */
export type Fill<Kind extends EventKind> = (event: EventOf<Kind>, sheet: JsonDraft, root: Steps) => void;

export type MessageWriters = { readonly [Kind in EventKind]: (form: MessageForm<Kind>) => Fill<Kind> };

export function messageWriters(
  spec: DialectSpec,
  words: Readonly<Record<keyof DialectSpec['words'], Words>>,
  entities: EntityWriters,
  values: Values,
): MessageWriters {
  return {
    transaction_event: (form) => {
      const { status, operationId, clientRequestId, errorCode, errorMessage } = form;
      const envelope = placesOf({ status, operationId, clientRequestId, errorCode, errorMessage });
      const tell = toldWriter(form, spec.entities, entities);
      const payload = payloadOf(form);
      return (event, sheet, root) => {
        const said: Draft = {
          status: event.status,
          operationId: event.operationId,
          clientRequestId: event.clientRequestId,
          errorCode: event.errorCode,
          errorMessage: event.errorMessage,
        };
        written(envelope, said, sheet, root);
        tell(sheet, root, changesOf(event), event.kind);
        if (payload !== undefined) sheet.put([...root, ...payload], {});
      };
    },
    trading_state_snapshot: (form) => {
      const tell = toldWriter(form, spec.entities, entities);
      return (event, sheet, root) => tell(sheet, root, event, event.kind);
    },
    account_state_event: (form) => {
      const state = compileOne(form.accountState);
      return (event, sheet, root) => state?.(sheet, root, entities.accountState(event.accountState, event.kind));
    },
    instrument_event: ({ action, instrument, conditions }) => {
      const places = placesOf({ action, instrument, conditions });
      return (event, sheet, root) =>
        void written(
          places,
          {
            action: words.action.write(event.action),
            instrument: event.conditions.instrument,
            conditions: entities.conditions(event.conditions, event.kind),
          },
          sheet,
          root,
        );
    },
    hmr_snapshot: (form) => {
      const periods = compileCollection(form.periods, isKeyed(spec.entities.hmrPeriod));
      return (event, sheet, root) =>
        periods?.write(
          sheet,
          root,
          event.periods.map((period) => entities.hmrPeriod(period, event.kind)),
        );
    },
    hmr_update: (form) => {
      const upserted = compileCollection(form.upserted, isKeyed(spec.entities.hmrPeriod));
      const removed = compileCollection(form.removedIds, false);
      return (event, sheet, root) => {
        upserted?.write(
          sheet,
          root,
          event.upsertedPeriods.map((period) => entities.hmrPeriod(period, event.kind)),
        );
        removed?.write(
          sheet,
          root,
          event.removedPeriodIds.map((id): Item => ({ key: id, value: id })),
        );
      };
    },
    tick: ({ instrument, bid, ask, time }) => {
      const places = placesOf({ instrument, bid, ask, time });
      return (event, sheet, root) => {
        const spot: Spot = { in: event.kind, of: 'tick' };
        const hasTime = values.rules.hasEventTime(event.kind);
        const said: Draft = {
          instrument: event.instrument,
          bid: values.tickPrice(event.bid, event.pointDigits, spot, 'bid'),
          ask: values.tickPrice(event.ask, event.pointDigits, spot, 'ask'),
          time: hasTime ? values.time(event.atMs, { in: event.kind, of: 'envelope' }, 'event_time') : undefined,
        };
        written(places, said, sheet, root);
      };
    },
  };
}

/** Only what the transaction created or changed (interface 6.1, rule 2); a list without entities is left out. */
function changesOf({ payload: { orders, deals, positions, accountState } }: TransactionEvent): Told {
  const some = <Entity>(all: readonly Entity[]): readonly Entity[] | undefined => (all.length === 0 ? undefined : all);
  return { orders: some(orders), deals: some(deals), positions: some(positions), accountState };
}

/** The place of the stated `payload` (interface 2.2), which is there when it is empty too. */
function payloadOf({ accountState }: MessageForm<'transaction_event'>): Steps | undefined {
  const place = placeOf(accountState === null || isPointers(accountState) ? accountState : accountState.at) ?? [];
  const at = place.indexOf(PAYLOAD);
  return at < 0 ? undefined : place.slice(0, at + 1);
}
