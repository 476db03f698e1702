// The echo of keys (interface 2.1, 2.2, 4.3; 8): of full length with every permitted mark, of those that read like something else, such as
// a number, and of those with marks or letters that a reader may clean away. Whole and unescaped, wherever it is owed.

import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Subject } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS } from '../words/calls/calls.js';
import { digitsOf } from '../words/contexts/key-of.js';

for (const call of CALLS) {
  scenario({
    id: `transactions.client-request-id-echo/${call.word}-longest-key`,
    title: `echoes a key of 128 characters with every mark whole in ACK, event and status of an ${call.word}`,
    requirements: ['ack.client-request-id-echo', 'operations.client-request-id-echo'],
    purposes: [39],
    needs: call.needs,
    async run(t) {
      const events = await t.account.transactions();
      const idempotencyKey = `~.${t.freshKey()}`.padEnd(128, 'x_-.~Z9');
      const ack = await call.submit(t.account, await call.params(t.account), { idempotencyKey });
      const echo = (shownBy: Subject, requirement: RequirementId): void =>
        t.expect.at(shownBy, '/view/clientRequestId', 'equals', idempotencyKey, { requirement });
      echo(await events.awaitResultOf(ack), 'transactions.client-request-id-echo');
      echo(ack, 'ack.client-request-id-echo');
      echo(await t.account.settle(ack), 'operations.client-request-id-echo');
    },
  });
}

/** Keys that are text and nothing else, of the digits of a fresh key. */
const LIKE_SOMETHING_ELSE: readonly { readonly words: string; readonly make: (digits: string) => string }[] = [
  { words: 'a number that begins with zeros', make: (digits) => `000${digits}` },
  { words: 'a whole number beyond what a double holds', make: (digits) => `9${digits}` },
  { words: 'a negative number', make: (digits) => `-${digits}` },
  { words: 'a decimal number that ends with zeros', make: (digits) => `${digits}.500` },
  { words: 'a number with an exponent', make: (digits) => `1e${digits}` },
  { words: 'a hexadecimal number', make: (digits) => `0x${digits}` },
  { words: 'a date-time', make: (digits) => `2026-01-01T00.00.${digits}Z` },
];

/** Keys that are changed where marks are trimmed or folded, or letters take one case. */
const CLEANED: typeof LIKE_SOMETHING_ELSE = [
  { words: 'one that ends in marks', make: (digits) => `k${digits}._-~` },
  { words: 'one that ends in a full stop', make: (digits) => `k${digits}.` },
  { words: 'one that begins with marks', make: (digits) => `~-_.${digits}` },
  { words: 'one with marks in a row', make: (digits) => `k--${digits}..__~~k` },
  { words: 'one with letters of both cases', make: (digits) => `aBcD${digits}eFgH` },
  { words: 'one like an escape', make: (digits) => `k~7E${digits}` },
];

for (const { id, words, keysOf } of [
  {
    id: 'transactions.client-request-id-echo/keys-like-something-else',
    words: 'that read like numbers or times',
    keysOf: LIKE_SOMETHING_ELSE,
  },
  {
    id: 'transactions.client-request-id-echo/keys-that-are-cleaned',
    words: 'with marks at their ends and letters of both cases',
    keysOf: CLEANED,
  },
] as const) {
  scenario({
    id,
    title: `echoes keys ${words} as they were sent, in ACK, event and status`,
    requirements: ['ack.client-request-id-echo', 'operations.client-request-id-echo'],
    purposes: [39],
    effort: 'standard',
    async run(t) {
      const events = await t.account.transactions();
      const keys = keysOf.map(({ make }) => make(digitsOf(t.freshKey())));
      const orders = await t.account.orders(keys.length);
      const all = await Promise.all(
        keys.map((idempotencyKey, n) => t.account.place(orders[n] ?? {}, { idempotencyKey })),
      );
      for (const placed of all) {
        const echo = (shownBy: Subject, requirement: RequirementId): void =>
          t.expect.at(shownBy, '/view/clientRequestId', 'equals', placed.key, { requirement });
        echo(placed, 'ack.client-request-id-echo');
        echo(await events.awaitResultOf(placed), 'transactions.client-request-id-echo');
        echo(await t.account.settle(placed), 'operations.client-request-id-echo');
      }
    },
  });
}
