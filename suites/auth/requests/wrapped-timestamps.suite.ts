// Timestamps that a reader who keeps a part of them takes for the present (interface 5.3, rule 8): a day off, a week, as many milliseconds
// or seconds as a counter holds. No window that is close to the present reaches so far.
import { WRAPPING_SPANS } from '../../../toolkit/values/times.js';
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';
import { sendOf } from '../../words/send.js';

for (const { id, words, sign } of [
  { id: 'auth.timestamp-past-refused/wrapped-around', words: 'before', sign: -1 },
  { id: 'auth.timestamp-future-refused/wrapped-around', words: 'after', sign: 1 },
] as const) {
  scenario({
    id,
    title: `refuses a timestamp that lies a day, a week, a year or a whole counter ${words} the present`,
    purposes: [63],
    needs: READ,
    async run(t) {
      for (const { ms } of WRAPPING_SPANS) {
        // Before 1970 a timestamp is none.
        if (t.nowMs() + sign * ms <= 0) continue;
        t.expect.refused(await t.twin({ send: sendOf(t.account, 'limits'), damage: { shiftMs: sign * ms } }));
      }
    },
  });
}
