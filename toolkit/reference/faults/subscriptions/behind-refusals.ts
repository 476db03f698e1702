// Faults of the command that follows a frame that is no command, or one that is refused (interface 4.5, rule 2; 6, table): it is answered,
// and has no effect.
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { refusedListFaults } from './refused-lists.js';

/** A command takes no effect where it is the next one after what `noting` notes: `both`, one that subscribes as well as one that ends. */
function nextWithoutEffect(noting: (note: () => void) => Edits, which: 'both' | 'unsubscribing'): Change {
  return sharing(
    () => ({ isNext: false }),
    (memory) => {
      const takesEffect: NonNullable<Edits['beginsDelivery']> = amended((does) => {
        const { isNext } = memory;
        memory.isNext = false;
        return does && !isNext;
      });
      const note = (): void => {
        memory.isNext = true;
      };
      return {
        ...noting(note),
        endsDelivery: takesEffect,
        ...(which === 'both' && { beginsDelivery: takesEffect }),
      };
    },
  );
}

export const behindRefusalFaults: readonly Fault[] = [
  violating('6', ['subscriptions.transactions-snapshot', 'subscriptions.hmr-snapshot'])(
    'command-behind-a-malformed-frame-without-effect',
    {
      summary: 'A command behind a frame that is no command is answered, and has no effect.',
      change: nextWithoutEffect(
        (note) => ({
          onMalformedCommand: amended((consequence) => {
            note();
            return consequence;
          }),
        }),
        'both',
      ),
    },
  ),
  violating('6', ['subscriptions.unsubscribed-silent'])('unsubscribing-after-a-refusal-without-effect', {
    summary: 'The first unsubscribing after a refused command is answered, and has no effect.',
    change: nextWithoutEffect(
      (note) => ({
        afterRefusal: amended((subscriptions) => {
          note();
          return subscriptions;
        }),
      }),
      'unsubscribing',
    ),
  }),
  ...refusedListFaults,
];
