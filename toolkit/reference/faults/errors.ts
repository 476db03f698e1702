// Faults of refusals, maintenance and quotas (interface 4.1, 7, 8).
import { isJsonObject } from '../../payload/json-kind.js';
import type { AnswerContext } from '../rules/telling/wire.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingBody, remove } from './json-edit.js';

function answering(
  where: (context: AnswerContext) => boolean,
  write: (body: Uint8Array) => Uint8Array,
): Fault['change'] {
  return changing('httpBody', (honest) => (body, context) => {
    const answer = honest(body, context);
    return where(context) ? { ...answer, bytes: write(answer.bytes) } : answer;
  });
}

export const errorFaults: readonly Fault[] = [
  fault(
    'errors-without-code',
    '7.1',
    ['errors.code-present'],
    'Refusals that are not about authentication have no error.code.',
    editingBody('any', 400, 'error/code', (code) => (typeof code === 'number' ? code : undefined)),
  ),
  fault(
    'errors-without-message',
    '7.1',
    ['errors.message-present', 'auth.error-1001-name'],
    'Refusals have no error_message.',
    editingBody('any', 400, 'error_message', remove),
  ),
  fault(
    'errors-without-public-name',
    '7.1',
    ['errors.public-name', 'orders.media-type-refused'],
    'Refused placements show a number and a sentence in place of the public name.',
    together(
      editingBody('placeOrder', 400, 'error/code', () => 2000),
      editingBody('placeOrder', 400, 'error_message', () => 'The request was refused.'),
    ),
  ),
  fault(
    'errors-with-stack-trace',
    '7.1',
    ['errors.no-diagnostics'],
    'Refusals carry a stack trace.',
    editingBody('any', 400, '', (body) =>
      isJsonObject(body)
        ? {
            ...body,
            trace: 'Error: refused\n    at Gate.admit (/srv/app/gate.js:41:11)\n    at handle (/srv/app/http.js:19:7)',
          }
        : body,
    ),
  ),
  fault(
    'errors-as-text',
    '7.1',
    ['errors.body-json', 'errors.code-present'],
    'The body of a refusal is plain text.',
    answering(
      ({ status }) => status >= 400,
      () => Buffer.from('Bad Request'),
    ),
  ),
  fault(
    'errors-as-html',
    '7.1',
    ['errors.body-json'],
    'Refusals for a wrong path or account are an HTML page.',
    answering(
      ({ status }) => status === 404,
      () => Buffer.from('<html><body><h1>404 Not Found</h1></body></html>'),
    ),
  ),
  fault(
    'code-400-unlisted',
    '4.1',
    ['orders.sync-code-400'],
    'A placement with a wrong member is refused with 400 and a code that is not listed.',
    together(
      changing(
        'errorMessage',
        (honest) => (name) => honest(name === 'REQUEST_INVALID_PRICE' ? 'REQUEST_MALFORMED' : name),
      ),
      changing(
        'errorCode',
        (honest) => (name, otherCodes) =>
          name === 'REQUEST_INVALID_PRICE' ? 'REQUEST_MALFORMED' : honest(name, otherCodes),
      ),
    ),
  ),
  fault(
    'maintenance-as-500',
    '4.1',
    ['orders.sync-code-503'],
    'A placement during maintenance is answered with 500.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) =>
        refusal.name === 'SYSTEM_TEMPORARY_UNAVAILABLE' ? 500 : honest(refusal, operation),
    ),
    { needs: 'service.maintenance' },
  ),
  fault(
    'maintenance-executes',
    '4.1',
    ['orders.sync-code-503'],
    'Maintenance is announced with the code REQUEST_RATE_LIMIT.',
    changing(
      'maintenanceGuard',
      (honest) => (maintenance, kind) => (honest(maintenance, kind) === undefined ? undefined : 'REQUEST_RATE_LIMIT'),
    ),
    { needs: 'service.maintenance' },
  ),
  fault(
    'no-quotes-as-400',
    '4.1',
    ['orders.sync-no-quotes'],
    'A placement without quotes is answered with 400.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.name === 'MARKET_NO_QUOTES' ? 400 : honest(refusal, operation)),
    ),
    { needs: 'market.quotes' },
  ),
  fault(
    'quota-not-enforced',
    '8',
    ['limits.quota-exceeded-429', 'limits.quota-exceeded-not-executed'],
    'Requests beyond the quota are carried out.',
    changing('exceeds', () => () => false),
    { needs: 'limits.exhaust' },
  ),
  fault(
    'quota-as-503',
    '8',
    ['limits.quota-exceeded-429'],
    'A request beyond the quota is answered with 503.',
    changing(
      'statusOf',
      (honest) => (refusal, operation) => (refusal.status === 429 ? 503 : honest(refusal, operation)),
    ),
    { needs: 'limits.exhaust' },
  ),
  fault(
    'quota-with-final-code',
    '7.1',
    ['limits.quota-exceeded-code'],
    'A request beyond the quota names SYSTEM_RATE_LIMIT, which is a final code.',
    changing('rateLimitName', () => () => 'SYSTEM_RATE_LIMIT'),
    { needs: 'limits.exhaust' },
  ),
  fault(
    'quota-refused-and-executed',
    '8',
    ['limits.quota-exceeded-not-executed'],
    'A request beyond the quota is answered with 429 and carried out.',
    together(
      changing('refusesOverQuota', () => () => false),
      changing('ackStatus', (honest) => (status, ack) => (ack.overQuota ? 429 : honest(status, ack))),
    ),
    { needs: 'limits.exhaust' },
  ),
];
