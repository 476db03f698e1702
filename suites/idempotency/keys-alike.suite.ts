// Keys that are alike and not the same (interface 8): a key is what was sent, to the last character, so that a reader that folds case, cuts
// off, leaves marks out or reads a number takes two requests for one. The pairs are those of the dictionary of special values.
import { randomBytes } from 'node:crypto';
import { ALIKE_TEXTS } from '../../toolkit/values/text.js';
import { property } from '../runner/registry.js';
import { CALLS } from '../words/calls/calls.js';
import { expectOtherOperation } from '../words/calls/same-operation.js';

/** Orders that one account has pending meanwhile, fewer than most targets take. */
const PAIRS = 8;
const WORDS = ALIKE_TEXTS.map(({ words }) => words);
const PARTS = Array.from({ length: Math.ceil(WORDS.length / PAIRS) }, (_, n) =>
  WORDS.slice(n * PAIRS, (n + 1) * PAIRS),
);

for (const call of CALLS) {
  property({
    id: `idempotency.key-exact/${call.word}-keys-alike`,
    title: `takes two keys of an ${call.word} that differ in one place for two requests, and echoes each as it is`,
    requirements: ['ack.client-request-id-echo'],
    purposes: [3],
    needs: { ...call.needs, accounts: 0 },
    async run(t) {
      await t.property(
        // By their words, which a counterexample shows.
        (fc) => [fc.shuffledSubarray([...WORDS], { minLength: 2, maxLength: PAIRS })],
        async ({ account }, chosen) => {
          for (const { of } of ALIKE_TEXTS.filter(({ words }) => chosen.includes(words))) {
            // Not of the seed: what an earlier run used would count as a repeat.
            const [one, other] = of(randomBytes(6).toString('hex'));
            const submit = async (idempotencyKey: string) =>
              call.submit(account, await call.params(account), { idempotencyKey });
            const first = await submit(one);
            if (!first.accepted) t.inconclusive('the first of two keys was not accepted', [first]);
            const second = await submit(other);
            expectOtherOperation(t, first, second);
            t.expect.at(second, '/view/clientRequestId', 'equals', other, {
              requirement: 'ack.client-request-id-echo',
            });
          }
        },
        { runs: PARTS.length, examples: PARTS.map((part) => [part]) },
      );
    },
  });
}
