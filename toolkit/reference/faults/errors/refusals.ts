// Faults of refusals and of maintenance (interface 4.1, 7). Those of quotas are in `quotas.ts`.
import { isJsonObject } from '../../../payload/json-kind.js';
import { amended, insteadWhere, readAs } from '../algebra/edits.js';
import { answering, editingBody, type Fault, remove, together, violating } from '../algebra/index.js';
import { atEvery } from '../algebra/memory.js';

const syncCode503 = violating('4.1', ['orders.sync-code-503']);

export const refusalFaults: readonly Fault[] = [
  violating('7.1', ['errors.code-present'])('errors-without-code', {
    summary: 'Refusals that are not about authentication have no error.code.',
    change: editingBody('any', 400, 'error/code', (code) => (typeof code === 'number' ? code : undefined)),
  }),
  violating('7.1', ['errors.message-present', 'auth.error-1001-name'])('errors-without-message', {
    summary: 'Refusals have no error_message.',
    change: editingBody('any', 400, 'error_message', remove),
  }),
  violating('7.1', ['errors.public-name', 'orders.media-type-refused'])('errors-without-public-name', {
    summary: 'Refused placements show a number and a sentence in place of the public name.',
    change: together(
      editingBody('placeOrder', 400, 'error/code', () => 2000),
      editingBody('placeOrder', 400, 'error_message', () => 'The request was refused.'),
    ),
  }),
  violating('7.1', ['errors.no-diagnostics'])('errors-with-stack-trace', {
    summary: 'Refusals carry a stack trace.',
    change: editingBody('any', 400, '', (body) =>
      isJsonObject(body)
        ? {
            ...body,
            trace: 'Error: refused\n    at Gate.admit (/srv/app/gate.js:41:11)\n    at handle (/srv/app/http.js:19:7)',
          }
        : body,
    ),
  }),
  violating('7.1', ['errors.body-json', 'errors.code-present'])('errors-as-text', {
    summary: 'The body of a refusal is plain text.',
    ...answering(
      ({ status }) => status >= 400,
      () => Buffer.from('Bad Request'),
    ),
  }),
  violating('7.1', ['errors.body-json'])('errors-as-html', {
    summary: 'Refusals for a wrong path or account are an HTML page.',
    ...answering(
      ({ status }) => status === 404,
      () => Buffer.from('<html><body><h1>404 Not Found</h1></body></html>'),
    ),
  }),
  violating('4.1', ['orders.sync-code-400'])('code-400-unlisted', {
    summary: 'A placement with a wrong member is refused with 400 and a code that is not listed.',
    errorMessage: readAs((name) => (name === 'REQUEST_INVALID_PRICE' ? 'REQUEST_MALFORMED' : name)),
    errorCode: insteadWhere((name) => name === 'REQUEST_INVALID_PRICE', 'REQUEST_MALFORMED'),
  }),
  violating('4.1', ['orders.sync-code-403', 'orders.sync-status-listed'])('account-state-as-409', {
    summary: 'A placement that the state of the account forbids is answered with 409.',
    needs: 'account.restrict',
    statusOf: insteadWhere(({ name }) => name === 'ACCOUNT_DISABLED' || name === 'ACCOUNT_CLOSE_ONLY', 409),
  }),
  violating('4.1', ['orders.sync-status-listed'])('wrong-members-as-422', {
    summary: 'A placement with a wrong member is answered with 422.',
    statusOf: insteadWhere(({ name }) => name === 'REQUEST_INVALID_PARAMETERS', 422),
  }),
  violating('4.1', ['orders.sync-status-listed'])('wrong-price-as-404', {
    summary: 'A placement with a malformed price is answered with 404.',
    statusOf: insteadWhere(({ name }) => name === 'REQUEST_INVALID_PRICE', 404),
  }),
  ...(
    [
      ['limits-empty', 'is an empty object', '', () => ({}), {}],
      // How a window is named and written is open.
      ['limits-without-windows', 'has quotas without windows', 'limits/*/window_ms', remove, { level: 'should' }],
    ] as const
  ).map(([id, words, place, edit, level]) =>
    violating('8', ['limits.quota-readable'])(id, {
      summary: `The answer of the limits call ${words}.`,
      ...level,
      change: editingBody('limits', 200, place, edit),
    }),
  ),
  syncCode503('maintenance-as-500', {
    summary: 'A placement during maintenance is answered with 500.',
    needs: 'service.maintenance',
    statusOf: insteadWhere((refusal) => refusal.name === 'SYSTEM_TEMPORARY_UNAVAILABLE', 500),
  }),
  syncCode503('maintenance-executes', {
    summary: 'Maintenance is announced with the code REQUEST_RATE_LIMIT.',
    needs: 'service.maintenance',
    maintenanceGuard: amended((answer) => (answer === undefined ? undefined : 'REQUEST_RATE_LIMIT')),
  }),
  violating('4.1', ['orders.sync-no-quotes'])('no-quotes-as-400', {
    summary: 'A placement without quotes is answered with 400.',
    needs: 'market.quotes',
    statusOf: insteadWhere((refusal) => refusal.name === 'MARKET_NO_QUOTES', 400),
  }),
  violating('4.1', ['orders.sync-code-500'])('payload-unknown-member-as-500', {
    summary:
      'A signed payload with a member that the service does not know, or with one that stands twice, makes it fail.',
    readPayload: (honest) => (bytes, context) => {
      const members =
        Buffer.from(bytes)
          .toString()
          .match(/"[a-z_]+"\s*:/g) ?? [];
      if (context.isMutating && members.length > 7) throw new RangeError(`expected 7 members, got ${members.length}`);
      return honest(bytes, context);
    },
  }),
  ...(
    [
      ['third-broken-body-as-500', 'a placement that cannot be read', 'REQUEST_INVALID'],
      ['third-malformed-key-as-500', 'a placement with a wrong member or key', 'REQUEST_INVALID_PARAMETERS'],
    ] as const
  ).map(([id, words, meant]) =>
    violating('4.1', ['orders.sync-code-500'])(id, {
      summary: `Every third refusal of ${words} is answered with 500.`,
      statusOf: atEvery(3, 500, ({ name }, operation) => name === meant && operation === 'placeOrder'),
    }),
  ),
];
