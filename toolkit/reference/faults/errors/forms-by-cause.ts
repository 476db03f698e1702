// Faults of the form of refusals that lie in no fault of their request (interface 7.1): each cause writes its own.
import type { AnswerContext } from '../../rules/telling/wire.js';
import { amended } from '../algebra/edits.js';
import { type Edits, editAt, type Fault, remove, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

type Answer = Pick<AnswerContext, 'operation' | 'status'>;

const CODE = [['error', 'code']];
/** Beside error or within it, as the dialect has it. */
const MESSAGE = [['error_message'], ['error', 'error_message']];

/** Leaves a member out of the refusals of openings. */
function openingsWithout(places: readonly (readonly string[])[], isMeant: (answer: Answer) => boolean): Edits {
  return {
    amendBody: amended((before, _body, answer) =>
      answer.operation === 'openPosition' && isMeant(answer)
        ? places.reduce((body, place) => editAt(body, place, remove), before)
        : before,
    ),
  };
}

/** That the call has the codes of placements is not said, nor how a conflict is answered. */
const level = 'should';

export const formByCauseFaults: readonly Fault[] = [
  violating('7.1', ['errors.message-present'])('conflicts-of-openings-without-message', {
    summary: 'The conflict of an opening has no error_message.',
    level,
    change: sharing(
      () => ({ isConflict: false }),
      (memory) => ({
        onConflict: amended((consequence) => {
          memory.isConflict = true;
          return consequence;
        }),
        ...openingsWithout(MESSAGE, ({ status }) => {
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
    ...openingsWithout(MESSAGE, ({ status }) => status === 429),
  }),
  violating('7.1', ['errors.code-present'])('openings-during-maintenance-without-code', {
    summary: 'The refusal of an opening during maintenance has no error.code.',
    level,
    needs: 'service.maintenance',
    ...openingsWithout(CODE, ({ status }) => status === 503),
  }),
];
