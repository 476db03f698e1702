// Operations under the path of another account (interface 4.3; 5.3, rule 9): nothing of them is shown there, neither key nor result, of
// whatever kind they are. Identifiers may be counted per account, so that the other account has operations of those names itself: one
// result proves nothing, the same results one after the other do.
import type { FinalResult, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { OPENING } from '../words/calls/calls.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';

/** Operations of the account, and how each ended. */
interface Ended {
  readonly submission: Placed;
  readonly result: FinalResult;
}

scenario({
  id: 'operations.foreign-id/results-of-several',
  title: 'shows no results of one account under the path of another, with their keys or without them',
  purposes: [30, 35],
  needs: { accounts: 2 },
  effort: 'standard',
  async run(t, owner, other) {
    const all: Ended[] = [];
    // Success, rejection, success: so that what counts by itself does not come to the same by chance.
    for (const place of [() => owner.place(), () => placeToBeRejected(t, owner), () => owner.place()]) {
      const submission = await place();
      all.push({ submission, result: await owner.settle(submission) });
    }
    const shown = [];
    for (const { submission, result } of all) {
      const { operationId, key } = submission;
      const exchange = await other.request('operationStatus', { operationId });
      const body = isAnswered(exchange) ? exchange.answer?.body : undefined;
      if (body === undefined) continue;
      t.expect.that(!JSON.stringify(body).includes(key), {
        expected: `nothing of the operation of account ${owner.id}`,
        actual: 'its key',
        evidence: [exchange, submission],
      });
      const { state, errorCode, clientRequestId } = t.dialect.readOperation(body);
      const isLike = state === result.status && (errorCode ?? null) === (result.operation?.errorCode ?? null);
      // A key that is not the owner's is one of the other account.
      if (isLike && (clientRequestId ?? null) === null) shown.push(exchange);
    }
    t.expect.that(shown.length < all.length, {
      expected: `no result of the operations of account ${owner.id}`,
      actual: `${all.map(({ result }) => result.status).join(', ')}, as they ended`,
      evidence: [...shown, ...all.map(({ submission }) => submission)],
    });
  },
});

scenario({
  id: 'operations.foreign-id/opening',
  title: 'does not show the opening of a position on one account under the path of another',
  purposes: [30, 35],
  needs: { ...OPENING.needs, accounts: 2 },
  effort: 'standard',
  async run(t, owner, other) {
    const submission = await OPENING.place(owner);
    await owner.settle(submission);
    const exchange = await other.request('operationStatus', { operationId: submission.operationId });
    t.expect.at(exchange, '/view/clientRequestId', 'optional', { predicate: 'notEquals', expected: submission.key });
  },
});
