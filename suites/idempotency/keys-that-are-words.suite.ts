// Keys that mean something to a programming language or to a path (interface 8): each is a key like any other. They cannot be made fresh,
// so that they stand alone on an account that never had any, and where none can be opened before a fresh one.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { KEYS_THAT_ARE_WORDS } from '../../toolkit/values/text.js';
import type { Account, CheckContext, Subject } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectSameOperation } from '../words/calls/same-operation.js';

scenario({
  id: 'idempotency.key-letters-digits-accepted/words-of-programs',
  title: 'takes keys that are members of every object, constants or parts of paths for keys, and remembers them',
  requirements: [
    'ack.client-request-id-echo',
    'idempotency.duplicate-accepted',
    'idempotency.duplicate-same-operation',
    'idempotency.key-marks-accepted',
    'operations.client-request-id-echo',
    'transactions.client-request-id-echo',
  ],
  purposes: [2, 39],
  effort: 'standard',
  async run(t) {
    const isNew = t.hasControl('account.create');
    const account = isNew ? await opened(t) : t.account;
    const events = await account.transactions();
    for (const word of KEYS_THAT_ARE_WORDS) {
      const idempotencyKey = isNew ? word : `${word}${t.freshKey()}`;
      const order = await account.order();
      const first = await account.submit(order, { idempotencyKey });
      t.expect.accepted(first, {
        requirement: /[A-Za-z]/.test(word)
          ? 'idempotency.key-letters-digits-accepted'
          : 'idempotency.key-marks-accepted',
        message: `the key ${idempotencyKey}`,
      });
      const echo = (shownBy: Subject, requirement: RequirementId): void =>
        t.expect.at(shownBy, '/view/clientRequestId', 'equals', idempotencyKey, { requirement });
      echo(first, 'ack.client-request-id-echo');
      echo(await events.awaitResultOf(first), 'transactions.client-request-id-echo');
      echo(await account.settle(first), 'operations.client-request-id-echo');
      expectSameOperation(t, first, await account.submit(order, { idempotencyKey }), {
        accepted: 'idempotency.duplicate-accepted',
        same: 'idempotency.duplicate-same-operation',
      });
    }
  },
});

async function opened(t: CheckContext): Promise<Account> {
  const { account_id } = await t.control('account.create');
  return t.adopt(account_id ?? t.inconclusive('the control action account.create did not name the account'));
}
