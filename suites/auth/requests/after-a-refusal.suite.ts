// A request that was refused for its signing costs the next one nothing (interface 5; 5.5): read, order and handshake are let in as before,
// whatever was wrong with the one between. On accounts of their own, so that nobody else asks in between. Judged by the history checker of
// the same statement, which leaves locks and gateways alone.
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import type { CheckId } from '../../runner/check-id.js';
import type { Account } from '../../runner/context.js';
import { requirementOf, scenario } from '../../runner/registry.js';
import { assertScene } from '../../words/judgement.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { type Send, sendOf } from '../../words/send.js';

const WRONG = [
  'sign-bit-in-s',
  'api-key-unknown',
  'timestamp-hours-before',
  'payload-path-wrong',
  'header-sign-missing',
];

for (const { id, words, send } of [
  {
    id: 'auth.signed-get-accepted/after-a-refusal',
    words: 'a read',
    send: (account: Account): Send => sendOf(account, 'limits'),
  },
  {
    id: 'auth.signed-post-accepted/after-a-refusal',
    words: 'an order',
    send:
      (account: Account): Send =>
      async (options) =>
        (await account.submit(await account.order(), options)).exchange,
  },
  {
    id: 'auth.handshake-path-accepted/after-a-refusal',
    words: 'a handshake',
    send: (account: Account): Send => sendOf(account, 'eventsStream'),
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly send: (account: Account) => Send;
}[]) {
  scenario({
    id,
    title: `lets ${words} in again that comes right after one which was wrongly signed`,
    async run(t) {
      const sent = send(t.account);
      requireAccepted(t, await sent({}), `${words} before`);
      for (const wrong of WRONG) {
        await sent({ damage: damageOf(wrong).damage });
        // The second shows that the first was let in no less.
        for (let turn = 0; turn < 2; turn += 1) await sent({});
      }
      await assertScene(t, [requirementOf(id)]);
    },
  });
}
