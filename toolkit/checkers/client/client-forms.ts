// The form of what a client asks for (interface 1, rule 6; 4.1; 4.4; 5.5; 9, rule 1): reads have no body, mutating calls carry JSON and
// say so, figures are decimal strings, paths begin with /v1, and nothing is executed at the market by placing an order.

import type { JsonValue } from '../../payload/json.js';
import { isJsonText } from '../../payload/json-kind.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { type Checker, type CheckerContext, stateless, type Violation } from '../checker.js';
import type { Call } from '../ledger/entry.js';
import { show } from '../ledger/views.js';
import { isMutatingCall } from './mutations.js';
import { bodyTextOf, headerOf, isFromClient } from './sent.js';

type Context = CheckerContext<ClientRequirementId>;

export const clientForms: Checker<ClientRequirementId> = stateless<ClientRequirementId>({
  name: 'client-forms',
  summary: 'requests have the bodies, media types, figures and paths that the interface states',
  subject: 'client',
  requirements: [
    'auth.client-get-without-body',
    'auth.client-content-type',
    'orders.client-json-body',
    'orders.client-market-elsewhere',
    'numbers.client-volume-strings',
    'numbers.client-price-strings',
    'subscriptions.client-over-connection',
    'versioning.client-paths-v1',
  ],
  see(entry, context) {
    if (!isFromClient(entry)) return;
    judgePath(entry, context);
    if (entry.method === 'GET') judgeRead(entry, context);
    if (isMutatingCall(entry)) judgeMutation(entry, context);
  },
});

/** Below whatever prefix the service lies; a request of a dialect's own making has whatever path the dialect gives it. */
function judgePath(call: Call, { findings }: Context): void {
  const [path = ''] = call.path.split('?');
  if (call.request === '') {
    const isVersioned = /\/v1\//.test(path);
    findings.judge('versioning.client-paths-v1', isVersioned, () => ({
      message: `${call.method} ${path} has no version in its path`,
      expected: 'a path with the prefix /v1',
      actual: path,
      evidence: [call.i],
    }));
  } else {
    findings.holds('versioning.client-paths-v1');
  }
  const isCommand = call.method === 'POST' && /\/ws\/(?:events|ticks)$/.test(path);
  if (!isCommand) return;
  findings.judge('subscriptions.client-over-connection', false, () => ({
    message: 'a subscription command was sent as a request',
    expected: 'a message over the open connection',
    actual: `POST ${path}`,
    evidence: [call.i],
  }));
}

function judgeRead(call: Call, { findings }: Context): void {
  findings.judge('auth.client-get-without-body', call.body === null, () => ({
    message: `GET ${call.path} has a body`,
    expected: 'no body',
    actual: bodyTextOf(call) ?? 'bytes',
    evidence: [call.i],
  }));
}

function judgeMutation(call: Call, { findings }: Context): void {
  const text = bodyTextOf(call);
  // Calls that the interface does not show may have no body.
  if (call.body !== null || call.request === 'placeOrder' || call.request === 'openPosition') {
    const type = headerOf(call, 'content-type');
    findings.judge('auth.client-content-type', isJsonType(type), () => ({
      message: `${call.method} ${call.path} says that its body is ${type ?? 'of no type'}`,
      expected: 'Content-Type: application/json',
      actual: type ?? 'none',
      evidence: [call.i],
    }));
    findings.judge('orders.client-json-body', text !== undefined && isJsonText(text), () => ({
      message: `the body of ${call.method} ${call.path} is not JSON`,
      expected: 'JSON',
      actual: text ?? (call.body === null ? 'no body' : 'bytes that are not UTF-8'),
      evidence: [call.i],
    }));
  }
  for (const [name, duty] of FIGURES) judgeFigure(call, call.params?.[name], { name, duty }, findings);
  if (call.request === 'placeOrder' && call.params?.['type'] !== undefined) {
    findings.judge('orders.client-market-elsewhere', call.params['type'] !== 'market', () => ({
      message: 'a market order was sent to the call that places pending orders',
      expected: 'a limit, stop or sltp order; immediate execution by the positions call',
      actual: text ?? '',
      evidence: [call.i],
    }));
  }
}

const FIGURES = [
  ['volume', 'numbers.client-volume-strings'],
  ['price', 'numbers.client-price-strings'],
  ['stopLossPrice', 'numbers.client-price-strings'],
  ['takeProfitPrice', 'numbers.client-price-strings'],
] as const;

/** The grammar of decimal strings is left open: a spelling that not every service reads is a warning. */
function judgeFigure(
  call: Call,
  value: JsonValue | undefined,
  { name, duty }: { readonly name: string; readonly duty: ClientRequirementId },
  findings: Context['findings'],
): void {
  if (value === undefined || value === null) return;
  const isString = typeof value === 'string';
  const violation = (): Violation => ({
    message: `${name} of ${call.method} ${call.path} is ${isString ? 'no plain decimal string' : `a JSON ${typeof value}`}`,
    expected: 'a decimal string',
    actual: show(value),
    evidence: [call.i],
  });
  findings.judge(duty, isString && PLAIN_DECIMAL.test(value), violation, isString ? 'should' : 'must');
}

const PLAIN_DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Parameters, such as a charset, are free. */
function isJsonType(type: string | undefined): boolean {
  return type !== undefined && /^application\/json\s*(?:;|$)/i.test(type.trim());
}
