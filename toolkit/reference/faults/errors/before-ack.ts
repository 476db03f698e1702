// Faults of refusals that come too late (interface 7.1, rule 3): the request is carried out, and answered as if it were not.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { amended, readAs } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, on, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { SMALLEST_ORDER } from '../orders/placements.js';

const signedClosePosition = violating('7.1', ['auth.signed-close-position', 'auth.signed-cancel-order']);

interface LateRefusal {
  readonly status: number;
  readonly code: number | string;
  readonly name: string;
}

/**
 * The edits of `detect` let pass what they would refuse, and call `late`. The ACK of the request then goes out as that refusal.
 * A request is decided in one turn of the event loop, from the hash of its body to its ACK, so that nothing comes between.
 * `queuedMs`: how much later than others it is carried out.
 */
function refusedTooLate(refusal: LateRefusal, detect: (late: () => void) => Edits, queuedMs = 0): Change {
  return sharing(
    () => ({ isLate: false }),
    (request) => ({
      ...detect(() => {
        request.isLate = true;
      }),
      bodyHashOf: readAs((body) => {
        request.isLate = false;
        return body;
      }),
      finaliseDelayMs: amended((delayMs) => (request.isLate ? delayMs + queuedMs : delayMs)),
      ackStatus: amended((status) => (request.isLate ? refusal.status : status)),
      amendBody: amended((amended, body, { status }) =>
        request.isLate && status === refusal.status && isJsonObject(body) && body['operation_id'] !== undefined
          ? { error: { code: refusal.code }, error_message: refusal.name }
          : amended,
      ),
    }),
  );
}

const INVALID: LateRefusal = { status: 400, code: 'REQUEST_INVALID', name: 'REQUEST_INVALID' };
const UNSUPPORTED: LateRefusal = {
  status: 400,
  code: 'REQUEST_UNSUPPORTED_MEDIA_TYPE',
  name: 'REQUEST_UNSUPPORTED_MEDIA_TYPE',
};
const SIGNATURE: LateRefusal = { status: 401, code: 1001, name: 'AUTH_INVALID_SIGNATURE' };
const UNAVAILABLE = 'SYSTEM_TEMPORARY_UNAVAILABLE';

function anyMediaType(late: () => void): Edits {
  return {
    acceptsMediaType: amended((accepted) => {
      if (!accepted) late();
      return true;
    }),
  };
}

const isEnding = on('closePosition', 'cancelOrder');

const sync = violating('7.1', ['errors.sync-before-ack']);

export const beforeAckFaults: readonly Fault[] = [
  violating('7.1', ['errors.sync-before-ack', 'auth.signature-verified'])('signature-verified-too-late', {
    summary: 'A mutating request with a wrong signature is carried out and then refused.',
    change: refusedTooLate(SIGNATURE, (late) => ({
      acceptsSignature: amended((valid, _trial, { isMutating }) => {
        if (!valid && isMutating) late();
        return valid || isMutating;
      }),
    })),
  }),
  signedClosePosition('signature-verified-too-late-on-endings', {
    summary: 'A close or a cancellation with a wrong signature is carried out and then refused.',
    change: refusedTooLate(SIGNATURE, (late) => ({
      acceptsSignature: amended((valid, _trial, context) => {
        if (!valid && isEnding(context)) late();
        return valid || isEnding(context);
      }),
    })),
  }),
  violating('7.1', ['auth.key-read-scope'])('scope-judged-too-late-on-endings', {
    summary: 'A close or a cancellation by a key that may only read is carried out and then refused.',
    // Calls that the interface does not show.
    level: 'should',
    change: refusedTooLate({ status: 403, code: 1002, name: 'AUTH_PERMISSION_DENIED' }, (late) => ({
      permitsScope: amended((permitted, _key, _scope, context) => {
        if (!permitted && isEnding(context)) late();
        return permitted || isEnding(context);
      }),
    })),
  }),
  violating('7.1', ['errors.sync-before-ack', 'orders.body-malformed-refused'])('body-judged-too-late', {
    summary: 'A body that cannot be read is carried out as the smallest order and then refused.',
    change: refusedTooLate(INVALID, (late) => ({
      readJson: amended((json) => {
        if (isJsonObject(json)) return json;
        late();
        return SMALLEST_ORDER;
      }),
    })),
  }),
  sync('media-type-judged-too-late', {
    summary: 'A request of another media type is carried out and then refused.',
    change: refusedTooLate(UNSUPPORTED, anyMediaType),
  }),
  sync('media-type-judged-too-late-and-queued', {
    summary: 'A request of another media type is refused, and carried out a second later.',
    change: refusedTooLate(UNSUPPORTED, anyMediaType, 1000),
  }),
  sync('key-judged-too-late', {
    summary: 'A request whose idempotency key breaks the grammar is carried out and then refused.',
    change: refusedTooLate(INVALID, (late) => ({
      acceptsMutatingKey: amended((accepted, key) => {
        if (!accepted && key !== '') late();
        return accepted || key !== '';
      }),
    })),
  }),
  sync('trailing-text-judged-too-late', {
    summary: 'A body with something behind its JSON is carried out and then refused.',
    change: refusedTooLate(INVALID, (late) => ({
      readJson: amended((json, _value, _problem, body) => {
        const whole = json === undefined ? leadingJson(Buffer.from(body).toString()) : undefined;
        if (whole !== undefined) late();
        return json ?? whole;
      }),
    })),
  }),
  violating('7.1', ['errors.sync-before-ack', 'auth.key-read-scope'])('scope-judged-too-late', {
    summary: 'A placement or opening by a key that may only read is carried out and then refused.',
    change: refusedTooLate({ status: 403, code: 1002, name: 'AUTH_PERMISSION_DENIED' }, (late) => ({
      permitsScope: amended((permitted, _key, _scope, context) => {
        const isLate = !permitted && context.isMutating && !isEnding(context);
        if (isLate) late();
        return permitted || isLate;
      }),
    })),
  }),
  violating('7.1', ['errors.sync-before-ack', 'auth.timestamp-past-refused', 'auth.timestamp-future-refused'])(
    'timestamp-judged-too-late',
    {
      summary: 'A mutating request that was signed hours away is carried out and then refused.',
      change: refusedTooLate(SIGNATURE, (late) => ({
        acceptsTimestamp: amended((accepted, _sent, _now, _window, { isMutating }) => {
          if (!accepted && isMutating) late();
          return accepted || isMutating;
        }),
      })),
    },
  ),
  violating('7.1', ['errors.sync-before-ack', 'orders.sync-code-503'])('maintenance-noticed-too-late', {
    summary: 'During maintenance requests are carried out and then refused.',
    needs: 'service.maintenance',
    change: refusedTooLate({ status: 503, code: UNAVAILABLE, name: UNAVAILABLE }, (late) => ({
      maintenanceGuard: amended((code) => {
        if (code !== undefined) late();
        return undefined;
      }),
    })),
  }),
];

/** The JSON value that a text begins with, where one bracket at its end is too many. */
function leadingJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = text.endsWith('}}') ? JSON.parse(text.slice(0, -1)) : undefined;
    return value as JsonValue | undefined; // JSON.parse gives JSON values
  } catch {
    return undefined;
  }
}
