// Faults of what is told on a connection that came after another one (interface 6; 6.4, rule 4): it is what that one was told last.
import type { JsonValue } from '../../../payload/json.js';
import type { DomainEvent } from '../../domain.js';
import type { ConnectionContext } from '../../rules/context.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

interface Told {
  /** By account, the connection that was told of it first, and what it was told last. */
  readonly first: Map<string, { readonly connection: string; readonly message: JsonValue }>;
  readonly connectionOf: WeakMap<DomainEvent, ConnectionContext>;
  /** The connection that subscribed last: what it is told at once passes no other rule. */
  subscriber?: ConnectionContext;
}

export const afterReconnectFaults: readonly Fault[] = [
  violating('6', ['account-state.shows-current'])('account-state-of-the-connection-before', {
    summary: 'Account state events of a later connection show what the first one was told last.',
    needs: 'account.deposit',
    change: sharing<Told>(
      () => ({ first: new Map(), connectionOf: new WeakMap() }),
      (told) => ({
        beginsDelivery: amended((begins, _event, context) => {
          told.subscriber = context;
          return begins;
        }),
        deliversTo: amended((delivers, event, _subscriptions, context) => {
          told.connectionOf.set(event, context);
          return delivers;
        }),
        amendMessage: amended((message, _message, event) => {
          const context = told.connectionOf.get(event) ?? told.subscriber;
          if (event.kind !== 'account_state_event' || context === undefined) return message;
          const before = told.first.get(context.accountId);
          if (before !== undefined && before.connection !== context.id) return before.message;
          told.first.set(context.accountId, { connection: context.id, message });
          return message;
        }),
      }),
    ),
  }),
];
