// Faults of the form of refusals that lie in no fault of their request (interface 7.1): each cause writes its own.
import type { AnswerContext } from '../../rules/telling/wire.js';
import { amended } from '../algebra/edits.js';
import { type Edits, editAt, type Fault, remove, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

type Answer = Pick<AnswerContext, 'operation' | 'status'>;

const CODE = [['error', 'code']];
/** Beside error or within it, as the dialect has it. */
const MESSAGE = [['error_message'], ['error', 'error_message']];

/** Leaves a member out of some answers. */
function without(places: readonly (readonly string[])[], isMeant: (answer: Answer) => boolean): Edits {
  return {
    amendBody: amended((before, _body, answer) =>
      isMeant(answer) ? places.reduce((body, place) => editAt(body, place, remove), before) : before,
    ),
  };
}

/** Refusals of openings with that status. */
const openings =
  (wanted: number) =>
  ({ operation, status }: Answer): boolean =>
    operation === 'openPosition' && status === wanted;

/** That the call has the codes of placements is not said, nor how a conflict is answered. */
const level = 'should';

export const formByCauseFaults: readonly Fault[] = [
  violating('7.1', ['errors.message-present'])('conflicts-without-message', {
    summary: 'The conflict of a key is refused without error_message.',
    level,
    change: sharing(
      () => ({ isConflict: false }),
      (memory) => ({
        onConflict: amended((consequence) => {
          memory.isConflict = true;
          return consequence;
        }),
        ...without(MESSAGE, ({ status }) => {
          const isMeant = memory.isConflict && status >= 400;
          memory.isConflict = false;
          return isMeant;
        }),
      }),
    ),
  }),
  violating('7.1', ['errors.message-present'])('openings-beyond-their-quota-without-message', {
    summary: 'The refusal of an opening beyond its quota has no error_message.',
    level,
    needs: 'limits.exhaust',
    ...without(MESSAGE, openings(429)),
  }),
  violating('7.1', ['errors.code-present'])('openings-during-maintenance-without-code', {
    summary: 'The refusal of an opening during maintenance has no error.code.',
    level,
    needs: 'service.maintenance',
    ...without(CODE, openings(503)),
  }),
];
