// Faults of refusals that come too late (interface 7.1, rule 3): the request is carried out, and answered as if it were not.
import { isJsonObject } from '../../../payload/json-kind.js';
import type { RequestContext } from '../../rules/context.js';
import type { Rules } from '../../rules/rules.js';
import { type Change, type Fault, violating } from '../algebra/index.js';

const signedClosePosition = violating('7.1', ['auth.signed-close-position', 'auth.signed-cancel-order']);

const SMALLEST_ORDER = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.01', price: '0.90000' };

interface LateRefusal {
  readonly status: number;
  readonly code: number | string;
  readonly name: string;
}

/**
 * `detect` changes the rules that would refuse: they let the request pass and call `late`. Its ACK then goes out as that refusal.
 * A request is decided in one turn of the event loop, from the hash of its body to its ACK, so that nothing comes between.
 */
function refusedTooLate(refusal: LateRefusal, detect: (rules: Rules, late: () => void) => Partial<Rules>): Change {
  return (rules) => {
    let isLate = false;
    const detecting = detect(rules, () => {
      isLate = true;
    });
    return {
      ...rules,
      ...detecting,
      bodyHashOf: (body, context) => {
        isLate = false;
        return rules.bodyHashOf(body, context);
      },
      ackStatus: (status, ack) => (isLate ? refusal.status : rules.ackStatus(status, ack)),
      amendBody: (body, answer) =>
        isLate && answer.status === refusal.status && isJsonObject(body) && body['operation_id'] !== undefined
          ? { error: { code: refusal.code }, error_message: refusal.name }
          : rules.amendBody(body, answer),
    };
  };
}

const isEnding = ({ operation }: RequestContext): boolean =>
  operation === 'closePosition' || operation === 'cancelOrder';

export const beforeAckFaults: readonly Fault[] = [
  violating('7.1', ['errors.sync-before-ack', 'auth.signature-verified'])('signature-verified-too-late', {
    summary: 'A mutating request with a wrong signature is carried out and then refused.',
    change: refusedTooLate({ status: 401, code: 1001, name: 'AUTH_INVALID_SIGNATURE' }, (rules, late) => ({
      acceptsSignature: (trial, context) => {
        const valid = rules.acceptsSignature(trial, context);
        if (!valid && context.isMutating) late();
        return valid || context.isMutating;
      },
    })),
  }),
  signedClosePosition('signature-verified-too-late-on-endings', {
    summary: 'A close or a cancellation with a wrong signature is carried out and then refused.',
    change: refusedTooLate({ status: 401, code: 1001, name: 'AUTH_INVALID_SIGNATURE' }, (rules, late) => ({
      acceptsSignature: (trial, context) => {
        const valid = rules.acceptsSignature(trial, context);
        if (!valid && isEnding(context)) late();
        return valid || isEnding(context);
      },
    })),
  }),
  violating('7.1', ['auth.key-read-scope'])('scope-judged-too-late-on-endings', {
    summary: 'A close or a cancellation by a key that may only read is carried out and then refused.',
    change: refusedTooLate({ status: 403, code: 1002, name: 'AUTH_PERMISSION_DENIED' }, (rules, late) => ({
      permitsScope: (key, scope, context) => {
        const permitted = rules.permitsScope(key, scope, context);
        if (!permitted && isEnding(context)) late();
        return permitted || isEnding(context);
      },
    })),
  }),
  violating('7.1', ['errors.sync-before-ack', 'orders.body-malformed-refused'])('body-judged-too-late', {
    summary: 'A body that cannot be read is carried out as the smallest order and then refused.',
    change: refusedTooLate({ status: 400, code: 'REQUEST_INVALID', name: 'REQUEST_INVALID' }, (rules, late) => ({
      readJson: (value, problem, body, context) => {
        const json = rules.readJson(value, problem, body, context);
        if (isJsonObject(json)) return json;
        late();
        return SMALLEST_ORDER;
      },
    })),
  }),
  violating('7.1', ['errors.sync-before-ack', 'orders.sync-code-503'])('maintenance-noticed-too-late', {
    summary: 'During maintenance requests are carried out and then refused.',
    needs: 'service.maintenance',
    change: refusedTooLate(
      { status: 503, code: 'SYSTEM_TEMPORARY_UNAVAILABLE', name: 'SYSTEM_TEMPORARY_UNAVAILABLE' },
      (rules, late) => ({
        maintenanceGuard: (maintenance, kind) => {
          if (rules.maintenanceGuard(maintenance, kind) !== undefined) late();
          return undefined;
        },
      }),
    ),
  }),
];
