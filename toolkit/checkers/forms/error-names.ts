// Interface 4.1 and 7.2: which public names may appear in which phase of an order placement. Names of trading rules and execution
// before the ACK are violations; names outside the published lists are only suspicious, and so are refusals without any.
import {
  BOTH_PHASES,
  isFinalErrorCode,
  PLACE_ORDER_FINAL,
  PLACE_ORDER_SYNCHRONOUS,
} from '../../payload/error-codes.js';
import { isIdempotencyKey } from '../../signing/idempotency-key.js';
import { type Checker, stateless } from '../checker.js';
import type { Answer, Entry } from '../ledger/entry.js';
import type { Ledger } from '../ledger/ledger.js';
import { textAt } from '../ledger/views.js';

const TOO_EARLY = 'orders.rule-codes-after-ack';
const SERVER_ERROR = 'orders.sync-code-500';
const STATUS = 'errors.rejected-statuses';
const RULE = /^TRADING_RULE_/;
const FINAL_ONLY: ReadonlySet<string> = new Set(PLACE_ORDER_FINAL.filter((name) => !BOTH_PHASES.includes(name)));
const PUBLIC_NAME = /^[A-Z]+(?:_[A-Z]+)+$/;

export const placementPhases: Checker = stateless({
  name: 'placement-phases',
  sees: ['answer'],
  summary: 'final codes never answer a placement, no placement fails with 500, and broken rules end as rejected',
  requirements: [TOO_EARLY, SERVER_ERROR, STATUS],
  see(entry, { ledger, findings }) {
    if (!isRefusedPlacement(entry, ledger)) return;
    const name = nameOf(entry);
    findings.judge(TOO_EARLY, name === undefined || !FINAL_ONLY.has(name), () => ({
      message: 'an order was refused at once with a code that belongs to its final result',
      expected: 'an ACK first, and the code as the final result',
      actual: `${entry.status} ${name}`,
      evidence: [entry.i],
    }));
    findings.judge(SERVER_ERROR, entry.status !== 500, () => ({
      message: 'a placement failed with an internal error',
      expected: 'an ACK or a refusal',
      actual: '500',
      evidence: [entry.i],
    }));
  },
  finish({ ledger, findings }) {
    for (const { operation } of ledger.operations()) {
      const broken = operation.events.find(({ errorCode, errorMessage }) => RULE.test(errorCode ?? errorMessage ?? ''));
      if (operation.ack?.request !== 'placeOrder' || broken === undefined) continue;
      findings.judge(STATUS, broken.status === 'rejected', () => ({
        message: 'an order that broke a trading rule did not end as rejected',
        expected: `rejected, with ${broken.errorCode}`,
        actual: broken.status,
        evidence: [broken.i],
      }));
    }
  },
});

export const listedNames: Checker = stateless({
  name: 'listed-names',
  sees: ['answer'],
  summary: 'errors of placements have names of the published lists',
  requirements: ['orders.sync-code-400', 'errors.public-name', 'errors.final-code-listed'],
  see(entry, { ledger, findings }) {
    if (!isRefusedPlacement(entry, ledger) || entry.status !== 400 || ledger.callOf(entry)?.isDamaged !== false) return;
    // The codes of a key conflict and of a malformed key are left open (interface 7.1, 8).
    if (!ledger.isFirstUse(entry) || !isIdempotencyKey(entry.key ?? '')) return;
    const name = nameOf(entry);
    findings.judge('errors.public-name', name !== undefined, () => ({
      message: 'a refused order names no public error',
      expected: 'a name such as REQUEST_INVALID in error.code or error_message',
      actual: JSON.stringify(entry.body).slice(0, 160),
      evidence: [entry.i],
    }));
    if (name === undefined || name.startsWith('AUTH_')) return;
    findings.judge('orders.sync-code-400', PLACE_ORDER_SYNCHRONOUS[400]?.includes(name) === true, () => ({
      message: 'an order was refused with 400 and a name that is not listed for it',
      expected: 'a name of the row 400',
      actual: name,
      evidence: [entry.i],
    }));
  },
  finish({ ledger, findings }) {
    for (const { operation } of ledger.operations()) {
      const [event] = operation.events;
      if (operation.ack?.request !== 'placeOrder' || event?.errorCode === undefined) continue;
      // Whether a success may carry an empty error is open.
      if (event.status === 'success') continue;
      const { errorCode, errorMessage = '', i } = event;
      findings.judge('errors.final-code-listed', isFinalErrorCode(errorCode) || isFinalErrorCode(errorMessage), () => ({
        message: 'the final error code of an order is none of the public list',
        expected: 'a final code of the public list',
        actual: errorCode,
        evidence: [i],
      }));
    }
  },
});

/** What was damaged into a request of another method or path is refused for that, by a table of its own. */
export function isRefusedPlacement(entry: Entry, ledger: Ledger): entry is Answer {
  if (entry.type !== 'answer' || entry.request !== 'placeOrder' || entry.status < 400) return false;
  return ledger.callOf(entry)?.isMisdirected !== true;
}

/** The public name, at either place where it may stand. */
export function nameOf({ view }: Answer): string | undefined {
  return [textAt(view, 'code'), textAt(view, 'message')].find((text) => text !== undefined && PUBLIC_NAME.test(text));
}
