// An ordinary day goes on as ever, whatever happened on the account before: products of disturbances and routines, so that each statement
// is judged in the places in which the code of a service may branch (interface 1, 6, 8).

import type { Needs } from '../../runner/check.js';
import { scenario } from '../../runner/registry.js';
import { assertBesides } from '../../words/judgement.js';
import { BY_CLIENTS } from './by-clients.js';
import { BY_OPERATOR } from './by-operator.js';

/** More than any disturbance and routine have open together. */
const ENOUGH = 8;

for (const { id, words, needs, happen, before, waitMs } of [...BY_CLIENTS, ...BY_OPERATOR]) {
  for (const routine of before) {
    const { requirements, checkers } = routine;
    const [first, ...others] = requirements;
    scenario({
      id: `${first}/${routine.word}-after-${id}`,
      title: `${routine.words} as ever after ${words}`,
      requirements: [...new Set([...others, ...checkers])],
      needs: both(needs, routine.needs),
      ...(waitMs !== undefined && { waitMs }),
      ...(routine.effort && { effort: routine.effort }),
      async run(t) {
        if (id === 'a-first-time') await routine.play(t);
        await happen(t);
        // Others stay open meanwhile, wherever the account may have enough of them.
        if (t.account.streamsAtOnce < ENOUGH) await t.account.closeStreams();
        await routine.play(t);
        if (checkers.length > 0) await assertBesides(t, checkers);
      },
    });
  }
}

function both(one: Needs, other: Needs): Needs {
  return {
    ...one,
    ...other,
    // Set-up may leave one open.
    streams: (one.streams ?? 1) + (other.streams ?? 3),
    claims: [...new Set([...(one.claims ?? []), ...(other.claims ?? [])])],
    control: [...new Set([...(one.control ?? []), ...(other.control ?? [])])],
    requests: [...new Set([...(one.requests ?? []), ...(other.requests ?? [])])],
  };
}
