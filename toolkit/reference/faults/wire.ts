// Faults of errors, quotas and what leaves as bytes (interface 4.1, 4.5, 7, 8): statuses, bodies, frames, documents.
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { AnswerContext, Frame, FrameContext } from '../rules/wire.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';
import { type Edit, editAt, editingBody, remove } from './json-edit.js';

/** Changes the frames of stream messages that `where` picks. */
function framing(
  where: (context: FrameContext) => boolean,
  write: (frames: readonly Frame[]) => readonly Frame[],
): Fault['change'] {
  return changing(
    'frames',
    (honest) => (text, context) => (where(context) ? write(honest(text, context)) : honest(text, context)),
  );
}

const isEvent = ({ kind }: FrameContext): boolean => kind === 'transaction_event';

function answering(
  where: (context: AnswerContext) => boolean,
  write: (body: Uint8Array) => Uint8Array,
): Fault['change'] {
  return changing('httpBody', (honest) => (body, context) => {
    const answer = honest(body, context);
    return where(context) ? { ...answer, bytes: write(answer.bytes) } : answer;
  });
}

/** Edits the OpenAPI document. */
function documenting(edit: (document: JsonValue) => JsonValue): Fault['change'] {
  return changing(
    'amendDocument',
    (honest) => (document, format) =>
      format === 'openapi' ? edit(honest(document, format)) : honest(document, format),
  );
}

const SCHEMES = {
  'api-key': 'SvcApiKeyAuth',
  timestamp: 'SvcTimestampAuth',
  data: 'SvcDataAuth',
  signature: 'SvcSignatureAuth',
  'sign-version': 'SvcSignVersionAuth',
  'idempotency-key': 'SvcIdempotencyKeyAuth',
} as const;

/** Every object of the document, edited; for members that may stand in several places. */
function everyObject(value: JsonValue, edit: Edit): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => everyObject(item, edit));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, everyObject(member, edit)] as const);
  return edit(Object.fromEntries(members)) ?? {};
}

function withoutMember(name: string): (document: JsonValue) => JsonValue {
  return (document) =>
    everyObject(document, (value) => {
      if (!isJsonObject(value)) {
        return value;
      }
      const { [name]: _gone, ...rest } = value;
      return rest;
    });
}

function withMember(name: string, write: (value: JsonValue) => JsonValue): (document: JsonValue) => JsonValue {
  return (document) =>
    everyObject(document, (value) => {
      const member = isJsonObject(value) ? value[name] : undefined;
      return isJsonObject(value) && member !== undefined ? { ...value, [name]: write(member) } : value;
    });
}

export const wireFaults: readonly Fault[] = [
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
  fault(
    'frame-doubled',
    '6',
    ['domain.every-ack-one-result', 'domain.events-lead-to-snapshot', 'subscriptions.transactions-snapshot'],
    'Every snapshot is sent twice.',
    changing('snapshotsOnSubscribe', () => () => 2),
  ),
  fault(
    'frame-lost',
    '6',
    ['transactions.every-change', 'transactions.emitted-for-placement', 'domain.every-ack-one-result'],
    'The first transaction event of a connection never leaves.',
    changing('frames', (honest) => {
      const seen = new Set<number>();
      return (text, context) => {
        const first = isEvent(context) && !seen.has(context.connection);
        seen.add(isEvent(context) ? context.connection : -1);
        return first ? [] : honest(text, context);
      };
    }),
  ),
  fault(
    'frames-glued',
    '4.5',
    ['subscriptions.command-over-connection', 'domain.result-as-event'],
    'A transaction event shares its frame with a copy of itself, one text after the other.',
    framing(isEvent, (frames) =>
      frames.map((frame) => ({ ...frame, data: `${String(frame.data)}\n${String(frame.data)}` })),
    ),
  ),
  fault(
    'frame-split-in-two-messages',
    '4.5',
    ['domain.result-as-event', 'transactions.emitted-for-placement'],
    'A transaction event is cut into two messages.',
    framing(isEvent, (frames) =>
      frames.flatMap((frame) => {
        const text = String(frame.data);
        const middle = text.length >> 1;
        return [text.slice(0, middle), text.slice(middle)].map((data) => ({ ...frame, data }));
      }),
    ),
  ),
  fault(
    'frame-invalid-utf8',
    '4.5',
    ['subscriptions.websocket-protocol'],
    'A transaction event is a text frame with a byte that is no UTF-8.',
    framing(isEvent, (frames) =>
      frames.map((frame) => ({
        ...frame,
        data: Buffer.concat([Buffer.from(String(frame.data)), Buffer.from([0xff])]),
      })),
    ),
  ),
  fault(
    'snapshot-frame-overtaken',
    '6',
    ['subscriptions.snapshot-before-events'],
    'The frame of a snapshot is held back while later ones leave.',
    framing(
      ({ kind }) => kind === 'trading_state_snapshot',
      (frames) => frames.map((frame) => ({ ...frame, delayMs: 200 })),
    ),
  ),
  fault(
    'hmr-snapshot-frame-overtaken',
    '6',
    ['subscriptions.hmr-snapshot-before-updates'],
    'The frame of an hmr_snapshot is held back while updates leave.',
    framing(
      ({ kind }) => kind === 'hmr_snapshot',
      (frames) => frames.map((frame) => ({ ...frame, delayMs: 400 })),
    ),
    { needs: 'hmr.upsert' },
  ),
  fault(
    'answer-cut-short',
    '4.3',
    ['operations.readable', 'domain.result-in-status'],
    'The connection ends in the middle of an operation status.',
    changing(
      'httpBody',
      (honest) => (body, context) =>
        context.operation === 'operationStatus' && context.status === 200
          ? { ...honest(body, context), cut: body.byteLength >> 1 }
          : honest(body, context),
    ),
  ),
  fault(
    'answer-not-json',
    '4.4',
    ['configuration.instruments-readable', 'configuration.instruments-complete'],
    'The list of instruments ends with a comma too many.',
    answering(
      ({ operation, status }) => operation === 'instruments' && status === 200,
      (body) => Buffer.concat([body, Buffer.from(',')]),
    ),
  ),
  fault(
    'answer-with-duplicate-members',
    '2.1',
    ['ack.operation-id-present', 'ack.operation-id-reads-status'],
    'The ACK of a placement names operation_id twice, with different values.',
    answering(
      ({ operation, status }) => operation === 'placeOrder' && status === 202,
      (body) => Buffer.from(Buffer.from(body).toString().replace(/}$/, ',"operation_id":"op-0"}')),
    ),
  ),
  fault(
    'document-without-sync-codes',
    '7.2',
    ['contract.sync-codes-extension', 'contract.sync-codes-of-placement'],
    'The description has no x-public-error-codes.',
    documenting(withoutMember('x-public-error-codes')),
  ),
  fault(
    'document-without-final-codes',
    '7.2',
    ['contract.async-codes-extension', 'contract.async-codes-of-placement'],
    'The description has no x-public-async-error-codes.',
    documenting(withoutMember('x-public-async-error-codes')),
  ),
  fault(
    'document-lacks-a-sync-code',
    '4.1',
    ['contract.sync-codes-of-placement'],
    'The description lacks one synchronous code of each call.',
    documenting(withMember('x-public-error-codes', (codes) => (Array.isArray(codes) ? codes.slice(1) : codes))),
  ),
  fault(
    'document-lacks-a-final-code',
    '7.2',
    ['contract.async-codes-of-placement'],
    'The description lacks one final code of each call.',
    documenting(withMember('x-public-async-error-codes', (codes) => (Array.isArray(codes) ? codes.slice(1) : codes))),
  ),
  ...Object.entries(SCHEMES).map(([word, scheme]) =>
    fault(
      `document-scheme-${word}-renamed`,
      '5.1',
      [`contract.scheme-${word}`],
      `The security scheme ${scheme} has another name.`,
      documenting((document) =>
        everyObject(document, (value) => {
          const member = isJsonObject(value) ? value[scheme] : undefined;
          if (!isJsonObject(value) || member === undefined) {
            return value;
          }
          const { [scheme]: _gone, ...rest } = value;
          return { ...rest, [scheme.replace('Svc', '')]: member };
        }),
      ),
    ),
  ),
  fault(
    'document-schemes-of-type-http',
    '5.1',
    ['contract.schemes-in-headers'],
    'The security schemes are of type http.',
    documenting((document) =>
      editAt(document, ['components', 'securitySchemes'], (schemes) =>
        everyObject(schemes, (value) =>
          isJsonObject(value) && value['type'] === 'apiKey' ? { type: 'http', scheme: 'bearer' } : value,
        ),
      ),
    ),
  ),
  fault(
    'document-headers-as-parameters',
    '5',
    ['contract.headers-not-parameters'],
    'The authentication headers are ordinary parameters of the placement.',
    documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        everyObject(paths, (value) =>
          isJsonObject(value) && value['operationId'] !== undefined
            ? {
                ...value,
                parameters: [
                  ...(Array.isArray(value['parameters']) ? value['parameters'] : []),
                  { name: 'SVC-API-KEY', in: 'header', required: true, schema: { type: 'string' } },
                ],
              }
            : value,
        ),
      ),
    ),
  ),
  fault(
    'document-without-limits',
    '4',
    ['contract.paths-listed'],
    'The description lacks the call that reads the limits.',
    documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        isJsonObject(paths)
          ? Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/limits')))
          : paths,
      ),
    ),
  ),
  fault(
    'document-condition-object-renamed',
    '2.4',
    ['contract.condition-object-name'],
    'The condition object is named InstrumentConditions.',
    documenting((document) => {
      const text = JSON.stringify(document).replaceAll('InstrumentConditionResponse', 'InstrumentConditions');
      return JSON.parse(text) as JsonValue; // What was JSON a moment ago.
    }),
  ),
  fault(
    'document-without-subscription-post',
    '4.5',
    ['contract.subscription-post-modelled'],
    'The description has no POST on the path of the events stream.',
    documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        isJsonObject(paths)
          ? Object.fromEntries(
              Object.entries(paths).map(([path, item]) => [
                path,
                path.endsWith('/ws/events') ? editAt(item, ['post'], remove) : item,
              ]),
            )
          : paths,
      ),
    ),
  ),
];
