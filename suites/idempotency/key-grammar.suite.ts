// Length and alphabet of the keys of mutating calls (interface 5.3, rule 7; section 8): of both that the interface shows, and of closing
// a position and cancelling an order, where the target has calls for them. What is refused has no effect.

import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS, type Call, OPENING } from '../words/calls/calls.js';
import { endingTrial } from '../words/calls/ending-trial.js';
import { ENDINGS } from '../words/calls/endings.js';
import { expectOtherOperation } from '../words/calls/same-operation.js';
import { countFrom } from '../words/trading/executions.js';
import { ACCEPTED, EMPTY, REFUSED } from './key-shapes.js';

/** Short keys that are tried before one is held against the target. */
const MOST_KEYS = 3;

/** Judges that the call is refused under the key, beside its twin under a fresh one, and that the twin alone is executed. */
async function expectKeyRefused(t: CheckContext, call: Call, idempotencyKey: string): Promise<void> {
  const params = await call.params(t.account);
  const executions = await countFrom(t);
  const refused = await t.twin({
    send: (options) => call.submit(t.account, params, options),
    damage: { idempotencyKey },
  });
  t.expect.refused(refused);
  await executions.expect(call.effect(params, 1));
}

for (const call of CALLS) {
  const { word, needs, requirements } = call;

  for (const { slug, of, make } of ACCEPTED) {
    scenario({
      id: `${requirements.grammar(of)}/${word}-${slug}`,
      title: `accepts an ${word} whose key is ${slug.replaceAll('-', ' ')}`,
      purposes: [2, 3],
      needs,
      async run(t) {
        await call.place(t.account);
        const answers: Submission[] = [];
        // A key of five characters may be one of an earlier run that is still remembered, but not several of them.
        while (answers.length < MOST_KEYS && answers.at(-1)?.accepted !== true) {
          const idempotencyKey = make(t.freshKey());
          answers.push(await call.submit(t.account, await call.params(t.account), { idempotencyKey }));
          if (of !== 'idempotency.key-shortest-accepted') break;
        }
        t.expect.accepted(answers.at(-1) ?? t.inconclusive('no key was tried'));
      },
    });
  }

  for (const { slug, of, make } of REFUSED) {
    scenario({
      id: `${requirements.grammar(of)}/${word}-${slug}`,
      title: `refuses an ${word} whose key is or holds ${slug.replaceAll('-', ' ')}, and executes nothing`,
      purposes: [1, 2, 3],
      needs,
      // Every character is judged on orders.
      ...(call === OPENING && of === 'idempotency.key-other-characters-refused' && { effort: 'standard' as const }),
      run: (t) => expectKeyRefused(t, call, make(t.freshKey())),
    });
  }

  scenario({
    id: `${requirements.keyRequired}/${word}-${EMPTY.slug}`,
    title: `refuses an ${word} with an empty key, and executes nothing`,
    purposes: [1],
    needs,
    run: (t) => expectKeyRefused(t, call, ''),
  });
}

/** Those that quick effort judges on the calls that end something; of the other characters one stands for all. */
const QUICK: readonly RequirementId[] = ['idempotency.key-required', 'idempotency.key-too-short-refused'];
const ON_ENDINGS = ['four-characters', 'hundred-and-twenty-nine', 'slash'];

for (const ending of ENDINGS) {
  for (const { slug, of, make } of [EMPTY, ...REFUSED.filter((shape) => ON_ENDINGS.includes(shape.slug))]) {
    scenario({
      id: `${of}/${ending.word}-${slug}`,
      title: `refuses ${ending.words} whose key is or holds ${slug.replaceAll('-', ' ')}, and does nothing`,
      purposes: [1, 2],
      level: 'should',
      needs: ending.needs,
      ...(!QUICK.includes(of) && { effort: 'standard' as const }),
      async run(t) {
        const { send, expectOpen } = endingTrial(t, ending);
        t.expect.refused(await t.twin({ send, damage: { idempotencyKey: make(t.freshKey()) } }));
        await expectOpen();
      },
    });
  }
}

for (const { id, title, pair } of [
  {
    id: 'idempotency.key-exact/case-differs',
    title: 'takes two keys that differ in case for two requests',
    pair: (fresh: string) => [`case-${fresh}`.toLowerCase(), `case-${fresh}`.toUpperCase()],
  },
  {
    id: 'idempotency.key-exact/last-character-differs',
    title: 'takes two keys of the full length that differ in their last character for two requests',
    pair: (fresh: string) => [fresh.padEnd(127, 'x').concat('a'), fresh.padEnd(127, 'x').concat('b')],
  },
] as const) {
  scenario({
    id,
    title,
    purposes: [3],
    async run(t) {
      const [one = '', other = ''] = pair(t.freshKey());
      const first = await t.account.place({}, { idempotencyKey: one });
      expectOtherOperation(t, first, await t.account.submit({}, { idempotencyKey: other }));
    },
  });
}
