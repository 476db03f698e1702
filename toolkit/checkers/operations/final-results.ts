// Interface 1, 4.3, 6.1: an operation has one final result, whichever channel tells it. Several events of one operation may be
// legal, and no channel must be as fast as the other, but none may contradict another.
import { type Checker, stateless, type Violation } from '../checker.js';
import type { Operation } from '../ledger/facts.js';
import type { Sighting } from '../ledger/sighting.js';

const OUTCOME = 'transactions.one-outcome';
const STAYS = 'operations.final-result-stays';
const AGREES = 'operations.agrees-with-event';
const CODES = 'operations.error-agrees-with-event';

export const finalResults: Checker = stateless({
  name: 'final-results',
  summary: 'events and operation status never contradict themselves or each other',
  requirements: [AGREES, OUTCOME, STAYS, CODES],
  finish({ ledger, findings, eventMs }) {
    for (const { operation } of ledger.operations()) {
      const { events } = operation;
      const readings = shownBy(operation, eventMs);
      const [event] = events;
      const [reading] = readings;
      if (event !== undefined) findings.judge(OUTCOME, same(events), () => contradiction(operation, events));
      if (reading !== undefined) findings.judge(STAYS, same(readings), () => contradiction(operation, readings));
      if (event === undefined || reading === undefined) continue;
      findings.judge(AGREES, !same(events) || !same(readings) || event.status === reading.status, () =>
        contradiction(operation, [reading, event]),
      );
      const codes = [event.errorCode, reading.errorCode];
      findings.judge(CODES, codes.includes(undefined) || codes[0] === codes[1], () => ({
        message: `event and operation status of ${operation.id} give different error codes`,
        expected: `error_code ${codes[0]} of the event`,
        actual: `error_code ${codes[1]}`,
        evidence: [reading.i, event.i],
      }));
    }
  },
});

/**
 * Every final state that operation status has shown, and one that was taken back. Of two servers behind one address the one may be a
 * moment behind the other, so that it is still unfinished there: that is no other result, unless it is asked when the moment is over.
 */
function shownBy({ readings, unfinishedAgain }: Operation, eventMs: number): readonly Sighting[] {
  const [first] = readings;
  if (first === undefined || unfinishedAgain === undefined) return readings;
  return unfinishedAgain.askedNs < first.tNs + eventMs * 1e6 ? readings : [...readings, unfinishedAgain.sighting];
}

function same(sightings: readonly Sighting[]): boolean {
  return sightings.every(({ status }) => status === sightings[0]?.status);
}

function contradiction({ id }: Operation, sightings: readonly Sighting[]): Violation {
  const [first, ...others] = sightings;
  return {
    message: `the results of operation ${id} contradict each other`,
    expected: `one final result, ${sightings.at(-1)?.status}`,
    actual: sightings.map(({ status }) => status).join(', then '),
    evidence: [...(first === undefined ? [] : [first.i]), ...others.map(({ i }) => i)],
  };
}
