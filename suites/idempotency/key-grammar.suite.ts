// Length and alphabet of idempotency keys on both mutating calls (interface 5.3, rule 7; section 8).

import { randomBytes } from 'node:crypto';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { scenario } from '../runner/registry.js';
import { CALLS, OPENING } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';

/** A key too short to carry a run's own prefix; random, since a key that an earlier run used would count as a repeat. */
function shortKey(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

interface KeyShape {
  readonly slug: string;
  readonly of: RequirementId;
  /** From a fresh key of the run. */
  readonly make: (fresh: string) => string;
}

const ACCEPTED: readonly KeyShape[] = [
  { slug: 'five-characters', of: 'idempotency.key-shortest-accepted', make: () => shortKey(5) },
  {
    slug: 'hundred-and-twenty-eight',
    of: 'idempotency.key-longest-accepted',
    make: (fresh) => fresh.padEnd(128, 'x'),
  },
  {
    slug: 'letters-and-digits',
    of: 'idempotency.key-letters-digits-accepted',
    make: (fresh) => `AZaz09${fresh.replace(/[^A-Za-z0-9]/g, '')}`,
  },
  { slug: 'every-mark', of: 'idempotency.key-marks-accepted', make: (fresh) => `._-~${fresh}~-_.` },
];

const REFUSED: readonly KeyShape[] = [
  { slug: 'four-characters', of: 'idempotency.key-too-short-refused', make: () => shortKey(4) },
  {
    slug: 'hundred-and-twenty-nine',
    of: 'idempotency.key-too-long-refused',
    make: (fresh) => fresh.padEnd(129, 'x'),
  },
  { slug: 'blanks-only', of: 'idempotency.key-blank-refused', make: () => ' '.repeat(8) },
  ...[
    ['inner-space', ' '],
    ['slash', '/'],
    ['plus', '+'],
    ['colon', ':'],
    ['equals', '='],
    ['comma', ','],
    ['at-sign', '@'],
    ['percent', '%'],
    ['asterisk', '*'],
    ['accented-letter', '\u00e9'],
    ['superscript-digit', '\u00b2'],
  ].map(
    ([slug = '', character]): KeyShape => ({
      slug,
      of: 'idempotency.key-other-characters-refused',
      make: (fresh) => `${fresh}${character}tail`,
    }),
  ),
];

for (const call of CALLS) {
  for (const { slug, of, make } of ACCEPTED) {
    scenario({
      id: `${call.requirements.grammar(of)}/${call.word}-${slug}`,
      title: `accepts an ${call.word} whose key is ${slug.replaceAll('-', ' ')}`,
      requirements: [of],
      purposes: [2, 3],
      needs: call.needs,
      async run(t) {
        const params = await call.params(t.account);
        const plain = await call.submit(t.account, params);
        if (!plain.accepted)
          t.inconclusive(`an ordinary key was refused for the same ${call.word}`, [plain.exchange.record]);
        const { exchange } = await call.submit(t.account, await call.params(t.account), {
          idempotencyKey: make(t.freshKey()),
        });
        t.expect.accepted(exchange);
      },
    });
  }

  for (const { slug, of, make } of REFUSED) {
    scenario({
      id: `${call.requirements.grammar(of)}/${call.word}-${slug}`,
      title: `refuses an ${call.word} whose key is or holds ${slug.replaceAll('-', ' ')}, and executes nothing`,
      requirements: [of],
      purposes: [1, 2, 3],
      needs: call.needs,
      // Every character is judged on orders.
      ...(call === OPENING && of === 'idempotency.key-other-characters-refused' && { effort: 'standard' as const }),
      async run(t) {
        const params = await call.params(t.account);
        const executions = await countFrom(t);
        const refused = await t.twin({
          send: async (options) => (await call.submit(t.account, params, options)).exchange,
          damage: { idempotencyKey: make(t.freshKey()) },
        });
        t.expect.refused(refused);
        await executions.expect(call.effect(params, 1));
      },
    });
  }

  scenario({
    id: `${call.requirements.keyRequired}/${call.word}-empty-key`,
    title: `refuses an ${call.word} with an empty key, and executes nothing`,
    purposes: [1],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const refused = await t.twin({
        send: async (options) => (await call.submit(t.account, params, options)).exchange,
        damage: { idempotencyKey: '' },
      });
      t.expect.refused(refused);
      await executions.expect(call.effect(params, 1));
    },
  });
}

scenario({
  id: 'idempotency.key-exact/case-differs',
  title: 'takes two keys that differ in case for two requests',
  purposes: [3],
  async run(t) {
    const key = `Case-${t.freshKey()}`;
    const first = await t.account.submit(await t.account.order(), { idempotencyKey: key.toLowerCase() });
    if (!first.accepted) t.inconclusive('the first order was refused', [first.exchange.record]);
    const second = await t.account.submit(await t.account.order(), { idempotencyKey: key.toUpperCase() });
    t.expect.accepted(second.exchange);
    t.expect.at(second.exchange.record, '/view/operationId', 'notEquals', first.operationId ?? null);
  },
});

scenario({
  id: 'idempotency.key-exact/last-character-differs',
  title: 'takes two keys of the full length that differ in their last character for two requests',
  purposes: [3],
  async run(t) {
    const key = t.freshKey().padEnd(127, 'x');
    const first = await t.account.submit(await t.account.order(), { idempotencyKey: `${key}a` });
    if (!first.accepted) t.inconclusive('the first order was refused', [first.exchange.record]);
    const second = await t.account.submit(await t.account.order(), { idempotencyKey: `${key}b` });
    t.expect.accepted(second.exchange);
    t.expect.at(second.exchange.record, '/view/operationId', 'notEquals', first.operationId ?? null);
  },
});
