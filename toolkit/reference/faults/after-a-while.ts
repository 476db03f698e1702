// Faults that a first look does not show (interface 4.6, 6): of connections that have been open or quiet for a while, of many messages at once,
// of one message in many.
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const OLD_MS = 5000;
const QUIET_MS = 3000;
const PUT_OFF_MS = 1200;
const BURST = { events: 8, ms: 50 };
const TICK_PRICES = 25;

export const afterAWhileFaults: readonly Fault[] = [
  fault(
    'old-connection-unserved',
    '6',
    ['transactions.every-change', 'subscriptions.all-connections-served'],
    'A connection that has been open for five seconds gets no transaction events any more.',
    (rules) => {
      const opened = new Map<string, number>();
      return {
        ...rules,
        initial: (previous, context) => {
          opened.set(context.id, performance.now());
          return rules.initial(previous, context);
        },
        deliversTo: (event, subscriptions, context) => {
          const ageMs = performance.now() - (opened.get(context.id) ?? 0);
          return (
            !(event.kind === 'transaction_event' && ageMs > OLD_MS) && rules.deliversTo(event, subscriptions, context)
          );
        },
      };
    },
  ),
  fault(
    'rejections-lost-after-quiet-seconds',
    '6.1',
    ['transactions.negative-results-delivered'],
    'A rejected result is not delivered where the connection got no transaction event for three seconds.',
    (rules) => {
      const latest = new Map<string, number>();
      return {
        ...rules,
        initial: (previous, context) => {
          latest.set(context.id, performance.now());
          return rules.initial(previous, context);
        },
        deliversTo: (event, subscriptions, context) => {
          if (event.kind !== 'transaction_event') return rules.deliversTo(event, subscriptions, context);
          const quietMs = performance.now() - (latest.get(context.id) ?? 0);
          latest.set(context.id, performance.now());
          return (event.status === 'success' || quietMs < QUIET_MS) && rules.deliversTo(event, subscriptions, context);
        },
      };
    },
  ),
  fault(
    'account-state-put-off-by-transactions',
    '6',
    ['account-state.periodic'],
    'An account state event that would come within 1.2 seconds after a transaction event is left out.',
    changing('deliversTo', (honest) => {
      const latest = new Map<string, number>();
      return (event, subscriptions, context) => {
        if (event.kind === 'transaction_event') latest.set(context.accountId, performance.now());
        const quietMs = performance.now() - (latest.get(context.accountId) ?? 0);
        return !(event.kind === 'account_state_event' && quietMs < PUT_OFF_MS) && honest(event, subscriptions, context);
      };
    }),
  ),
  fault(
    'bursts-cut-to-eight-events',
    '6',
    ['transactions.every-change', 'domain.every-ack-one-result', 'domain.result-as-event'],
    'Of the transaction events that fall into one twentieth of a second, a connection gets the first eight.',
    (rules) => {
      const bursts = new Map<string, { readonly sinceMs: number; readonly events: number }>();
      return {
        ...rules,
        deliversTo: (event, subscriptions, context) => {
          if (event.kind !== 'transaction_event') return rules.deliversTo(event, subscriptions, context);
          const nowMs = performance.now();
          const burst = bursts.get(context.id);
          const goesOn = burst !== undefined && nowMs - burst.sinceMs < BURST.ms;
          const next = goesOn ? { ...burst, events: burst.events + 1 } : { sinceMs: nowMs, events: 1 };
          bursts.set(context.id, next);
          return next.events <= BURST.events && rules.deliversTo(event, subscriptions, context);
        },
      };
    },
  ),
  fault(
    'tick-ask-null-once-in-twenty-five',
    '4.6',
    ['ticks.prices-numbers'],
    'The ask of one tick in twenty-five is null.',
    changing('renderTickPrice', (honest) => {
      let asks = 0;
      return (price, digits, place) => {
        asks += place.member === 'ask' ? 1 : 0;
        const isNull = place.member === 'ask' && asks % TICK_PRICES === 0;
        return isNull ? null : honest(price, digits, place);
      };
    }),
  ),
];
