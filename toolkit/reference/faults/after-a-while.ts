// Faults that a first look does not show (interface 4.6, 6): of connections that have been open for a while, of one message in many.
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const OLD_MS = 5000;
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
