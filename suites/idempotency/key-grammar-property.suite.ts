// Idempotency keys at random (interface 8): every key of 5 to 128 permitted characters is accepted, every other one refused without
// effect. Characters are drawn afresh each time, not from the seed: a key that an earlier run used would count as a repeat.

import { randomInt } from 'node:crypto';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { LOOKALIKE_CHARACTERS, TEXT_LENGTHS } from '../../toolkit/values/text.js';
import { property } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

const MARKS = '._-~';
/** Of each kind of permitted characters. */
const KINDS = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', MARKS] as const;
const PERMITTED = KINDS.join('');
/** Of four characters alone a shorter key might be met again. */
const SHORTEST_OF_SOME = 24;
/** Blanks stand inside only, since HTTP takes them away at the ends of a header. */
const FORBIDDEN = [...' !"#$%&\'()*+,/:;<=>?@[\\]^`{|}', ...LOOKALIKE_CHARACTERS];

function permitted(length: number, alphabet: string = PERMITTED): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The key with that character anywhere but at its ends. */
function withInside(key: string, at: number, character: string): string {
  const index = 1 + (at % (key.length - 2));
  return `${key.slice(0, index)}${character}${key.slice(index + 1)}`;
}

/** The bounds have requirements of their own. */
const ACCEPTED: Readonly<Record<number, RequirementId>> = {
  5: 'idempotency.key-shortest-accepted',
  128: 'idempotency.key-longest-accepted',
};

function requirementOf(length: number): RequirementId {
  if (length < 5) return 'idempotency.key-too-short-refused';
  return length > 128 ? 'idempotency.key-too-long-refused' : 'idempotency.key-other-characters-refused';
}

property({
  id: 'idempotency.key-marks-accepted/any-permitted-key',
  title: 'accepts any key of 5 to 128 permitted characters',
  requirements: ['idempotency.key-shortest-accepted', 'idempotency.key-longest-accepted'],
  purposes: [2, 3],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [
        fc.array(fc.oneof(fc.constantFrom(...TEXT_LENGTHS), fc.integer({ min: 5, max: 128 })), {
          minLength: 1,
          maxLength: 4,
        }),
      ],
      async ({ account }, lengths) => {
        await account.place();
        for (const length of lengths) {
          const submission = await account.submit({}, { idempotencyKey: permitted(length) });
          t.expect.accepted(submission, { requirement: ACCEPTED[length] ?? 'idempotency.key-marks-accepted' });
        }
      },
      { runs: 5, examples: [[[5, 6, 128]]] },
    );
  },
});

property({
  id: 'idempotency.key-letters-digits-accepted/of-some-kinds',
  title:
    'accepts keys of digits, of small letters, of capital letters or of marks alone, and of several of these kinds',
  requirements: ['idempotency.key-marks-accepted'],
  purposes: [2, 3],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [
        fc.array(
          fc.record({
            kinds: fc.subarray([...KINDS], { minLength: 1 }),
            length: fc.integer({ min: SHORTEST_OF_SOME, max: 128 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      ],
      async ({ account }, keys) => {
        await account.place();
        for (const { kinds, length } of keys) {
          const submission = await account.submit({}, { idempotencyKey: permitted(length, kinds.join('')) });
          const isOfMarks = kinds.every((kind) => kind === MARKS);
          t.expect.accepted(submission, {
            requirement: isOfMarks ? 'idempotency.key-marks-accepted' : 'idempotency.key-letters-digits-accepted',
          });
        }
      },
      { runs: 3, examples: [[KINDS.map((kind) => ({ kinds: [kind], length: SHORTEST_OF_SOME }))]] },
    );
  },
});

property({
  id: 'idempotency.key-other-characters-refused/any-other-key',
  title: 'refuses any key that is too short, too long, or holds another character anywhere, and executes nothing',
  requirements: ['idempotency.key-too-short-refused', 'idempotency.key-too-long-refused'],
  purposes: [1, 2, 3],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [
        fc.array(
          fc.oneof(
            fc.record({
              length: fc.integer({ min: 7, max: 128 }),
              at: fc.nat(),
              character: fc.constantFrom(...FORBIDDEN),
            }),
            fc.record({ length: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 129, max: 400 })) }),
          ),
          { minLength: 1, maxLength: 4 },
        ),
      ],
      async ({ account }, shapes) => {
        const executions = await countFrom(t, account);
        await account.place();
        for (const shape of shapes) {
          const key = permitted(shape.length);
          const idempotencyKey = 'character' in shape ? withInside(key, shape.at, shape.character) : key;
          t.expect.refused(await account.submit({}, { idempotencyKey }), { requirement: requirementOf(shape.length) });
        }
        await executions.expect({ orders: 1 });
      },
      {
        runs: 5,
        // Each of those that fold into a permitted letter once.
        examples: [
          [[{ length: 4 }, { length: 129 }]],
          [LOOKALIKE_CHARACTERS.map((character, at) => ({ length: 20, at, character }))],
        ],
      },
    );
  },
});
