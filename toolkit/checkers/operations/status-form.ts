// Interface 4.3; 7.2: operation status shows the code and the message of a failed or rejected operation, in every reading of it. That a
// member is there without a value is no message.
import { isNegativeStatus } from '../../payload/vocabulary.js';
import { type Checker, stateless, type Violation } from '../checker.js';
import { isSuccess } from '../ledger/entry.js';
import { has, show, textAt } from '../ledger/views.js';

export const statusForm: Checker = stateless({
  name: 'status-form',
  sees: ['answer'],
  summary: 'operation status has a code and a message for negative results',
  requirements: [
    'operations.error-code-when-rejected',
    'operations.error-message-when-rejected',
    'operations.error-code-when-failed',
    'operations.error-message-when-failed',
  ],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'answer' || entry.request !== 'operationStatus' || !isSuccess(entry)) return;
    const { view, account, i } = entry;
    const call = ledger.callOf(entry);
    const state = textAt(view, 'state');
    if (call?.isDamaged !== false || !isNegativeStatus(state)) return;
    const ack = ledger.account(account).operations.get(textAt(call.params, 'operationId') ?? '')?.ack;
    // What calls have that the interface does not show weighs less.
    const isShown = ack?.request === 'placeOrder' || ack?.request === 'openPosition';
    for (const [member, word] of [
      ['errorCode', 'code'],
      ['errorMessage', 'message'],
    ] as const) {
      const violation = (): Violation => ({
        message: `the status of a ${state} operation lacks error_${word}`,
        expected: `error_${word}`,
        actual: show(view),
        evidence: [i],
      });
      const level = isShown ? 'must' : 'should';
      findings.judge(`operations.error-${word}-when-${state}`, has(view, member), violation, level);
    }
  },
});
