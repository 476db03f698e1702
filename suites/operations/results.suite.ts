// Final results in operation status (interface 1, rule 1; 4.3; 7.2): they agree with the event, name errors, and stay: what later becomes
// of its order does not change a result, and a rejection does not lend its code to the next one.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { MARGIN_CODES } from '../words/trading/beyond-margin.js';
import { cancelled } from '../words/trading/cancelled.js';
import { expectSpelled } from '../words/trading/final-error-names.js';
import { laterStatus } from '../words/trading/later-status.js';
import { namesOf } from '../words/trading/refusal.js';
import { failedOrder, placeToBeRejected } from '../words/trading/rejected-order.js';
import { expectSameResult } from '../words/trading/same-result.js';
import { volumesOf } from '../words/trading/volumes.js';

/** Of what type a code or a message is, is open. */
const TEXT = ['string', 'number'];

scenario({
  id: 'domain.result-in-status/no-stream-open',
  title: 'shows the final result of an order in operation status when no stream is open',
  purposes: [32],
  async run(t) {
    t.expect.at(await t.account.settle(await t.account.place()), '/view/state', 'equals', 'success');
  },
});

scenario({
  id: 'operations.agrees-with-event/success',
  title: 'comes to the same result as the event of a successful order',
  purposes: [27, 29],
  async run(t) {
    const events = await t.account.transactions();
    const submission = await t.account.place();
    const event = await events.awaitResultOf(submission);
    expectSameResult(t, event, await t.account.settle(submission));
  },
});

scenario({
  id: 'operations.error-agrees-with-event/rejected',
  title: 'gives the same error_code as the event of a rejected order, and an error_message as the event does',
  requirements: ['errors.final-in-event-and-status', 'operations.agrees-with-event'],
  purposes: [27],
  async run(t) {
    const events = await t.account.transactions();
    const submission = await placeToBeRejected(t);
    const event = await events.awaitResultOf(submission);
    const result = await t.account.settle(submission);
    expectSameResult(t, event, result, { requirement: 'operations.agrees-with-event' });
    t.expect.at(event, '/view/errorCode', 'equals', result.operation?.errorCode ?? null);
    // That the two messages are one text is not said: one may carry what the other leaves out.
    const both = { requirement: 'errors.final-in-event-and-status' } as const;
    t.expect.at(event, '/view/errorMessage', 'present', both);
    t.expect.at(result, '/view/errorMessage', 'present', both);
  },
});

for (const { requirement, member, word } of [
  { requirement: 'operations.error-code-when-rejected', member: 'errorCode', word: 'error_code' },
  { requirement: 'operations.error-message-when-rejected', member: 'errorMessage', word: 'error_message' },
] as const) {
  scenario({
    id: `${requirement}/volume-below-minimum`,
    title: `shows ${word} for an order that a trading rule rejected`,
    requirements: ['errors.event-spelling'],
    async run(t) {
      const result = await t.account.settle(await placeToBeRejected(t));
      if (result.status === 'success') t.inconclusive('the order below volume_min succeeded', [result]);
      t.expect.at(result, `/view/${member}`, 'type', TEXT);
      expectSpelled(t, result, word);
    },
  });

  scenario({
    id: `${requirement}/read-again`,
    title: `shows ${word} of a rejected order in every later reading as well`,
    requirements: ['operations.final-result-stays'],
    async run(t) {
      const submission = await placeToBeRejected(t);
      const result = await t.account.settle(submission);
      if (result.status !== 'rejected') t.inconclusive(`the order below volume_min ended ${result.status}`, [result]);
      for (let again = 0; again < 2; again += 1) {
        const later = await readAgain(t, submission);
        t.expect.at(later, '/view/state', 'equals', 'rejected', { requirement: 'operations.final-result-stays' });
        t.expect.at(later, `/view/${member}`, 'type', TEXT);
      }
    },
  });
}

for (const { id, member, word } of [
  { id: 'operations.error-code-when-failed/execution-failed', member: 'errorCode', word: 'error_code' },
  { id: 'operations.error-message-when-failed/execution-failed', member: 'errorMessage', word: 'error_message' },
] as const) {
  scenario({
    id,
    title: `shows ${word} for an order whose processing failed`,
    needs: { control: ['operation.fail'] },
    async run(t) {
      const { result } = await failedOrder(t);
      t.expect.at(result, `/view/${member}`, 'type', TEXT);
    },
  });
}

scenario({
  id: 'operations.final-result-stays/success',
  title: 'still shows the success of an order a while after it was first shown',
  async run(t) {
    const { submission } = await t.account.complete();
    // No later event is bound to come after a status that changes by itself, so there is nothing to wait for but as much time as the
    // profile gives to what must not come.
    await pause(t.timing.quietMs, t.signal);
    t.expect.at(await t.account.settle(submission), '/view/state', 'equals', 'success');
  },
});

scenario({
  id: 'operations.final-result-stays/after-its-order-was-cancelled',
  title: 'still shows the success of a placement after its order was cancelled',
  needs: { claims: ['cancelOrder'] },
  async run(t) {
    const { submission, orderId } = await t.account.openOrder();
    await cancelled(t, orderId);
    t.expect.at(await readAgain(t, submission), '/view/state', 'equals', 'success');
  },
});

scenario({
  id: 'errors.volume-too-large/after-one-too-small',
  title: 'ends an order above volume_max with its own code after another was rejected for its smallness',
  async run(t) {
    const first = await t.account.settle(await placeToBeRejected(t));
    if (first.status === 'success') t.inconclusive('an order below volume_min succeeded', [first]);
    const params = await t.account.order();
    const volume =
      volumesOf(await t.account.conditions(params.instrument))?.aboveOnStep ??
      t.notApplicable('the conditions leave no such volume');
    const submission = await t.account.place({ ...params, volume });
    const result = await t.account.settle(submission);
    const names = namesOf({ submission, result });
    if (names.some((name) => MARGIN_CODES.includes(name))) {
      t.inconclusive('the margin was found wanting first', [result]);
    }
    t.expect.that(names.includes('TRADING_RULE_VOLUME_TOO_LARGE'), {
      expected: 'error_code TRADING_RULE_VOLUME_TOO_LARGE',
      actual: `error_code ${names[0]}`,
      evidence: [result, first],
    });
  },
});

async function readAgain(t: CheckContext, submission: Placed): Promise<HttpExchange> {
  const status = await laterStatus(t, submission);
  return isAnswered(status) ? status : t.inconclusive('the status could not be read again', [status]);
}
