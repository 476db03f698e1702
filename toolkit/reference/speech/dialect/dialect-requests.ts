// How the service takes the requests of a dialect (interface 4): its routes, and what the bodies and queries of requests say.
import type { JsonValue } from '../../../payload/json.js';
import type { HistoryRequest, Operation, TradeRequest } from '../../domain.js';
import type { PathParams, Speech, SpeechRoute } from '../speech.js';
import { type Form, readQuery, segmentsOf } from './request-forms.js';
import { compileMatch, type Reading, readWith } from './template-reading.js';
import type { TextPart } from './template-text.js';

/** Placeholders by the name under which the service knows them. */
const PARAMS: Readonly<Record<string, string>> = {
  account_id: 'accountId',
  operation_id: 'operationId',
  instrument: 'instrument',
  position_id: 'positionId',
  order_id: 'orderId',
  volume: 'volume',
  price: 'price',
  stop_loss_price: 'stopLossPrice',
  take_profit_price: 'takeProfitPrice',
  side: 'side',
  type: 'type',
};

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** Routes of one path stand beside each other; which of them a request takes its query and its body say. */
export function routesOf(forms: readonly Form[]): readonly SpeechRoute[] {
  return forms.map((form) => {
    const segments = segmentsOf(form.path);
    const mixed = segments.flatMap((parts, at) =>
      isMixed(parts) ? [{ name: segmentName(at), match: compileMatch(parts, {}) }] : [],
    );
    const holdsAccount = form.path.includes('{account_id') || form.query.some(({ holds }) => holds('account_id'));
    return {
      operation: form.operation,
      method: methodOf(form),
      path: segments.map(routeSegment).join('/'),
      ...(form.bodiless ? { bodiless: true } : {}),
      fits: ({ params, query, json, contested }) => {
        const said: Reading = { found: new Map(), misses: 0 };
        for (const { name, match } of mixed) {
          if (!match(params[name] ?? '', said.found)) said.misses += 1;
        }
        readQuery(form, query, said);
        const inBody = form.bodiless || (holdsAccount && !contested) ? undefined : readWith(form.readBody, json());
        const account = inBody?.found.get('account_id');
        if (account !== undefined && account !== null) said.found.set('account_id', String(account));
        return { misses: said.misses + (inBody?.misses ?? 0), params: { ...params, ...paramsOf(said) } };
      },
    };
  });
}

function methodOf({ operation, method }: Form): Method {
  const known = METHODS.find((one) => one === method);
  if (known === undefined) {
    throw new RangeError(`requests.${operation}: expected one of ${METHODS.join(', ')} to serve, got ${method}`);
  }
  return known;
}

/** Text with a placeholder in it: `{order_id}:cancel`. */
function isMixed(parts: readonly TextPart[]): boolean {
  return parts.length > 1;
}

function segmentName(at: number): string {
  return `segment${at}`;
}

/** In the spelling of the router, where a colon is doubled. */
function routeSegment(parts: readonly TextPart[], at: number): string {
  const [only = ''] = parts;
  if (isMixed(parts)) return `:${segmentName(at)}`;
  return typeof only === 'string' ? only.replaceAll(':', '::') : `:${PARAMS[only.name] ?? only.name}`;
}

function paramsOf({ found }: Reading): PathParams {
  return Object.fromEntries([...found].map(([name, value]) => [PARAMS[name] ?? name, String(value)]));
}

export function requestReaders(forms: readonly Form[]): Pick<Speech, 'readTrade' | 'readHistory'> {
  return {
    readTrade: (operation, json, params) => {
      const own = forms.filter((form) => form.operation === operation);
      return tradeOf(valuesOf(own, json), params);
    },
    readHistory: (operation, query) => historyOf(forms, operation, query),
  };
}

/** By the form that makes the very body; of a body that no form makes, by the one that comes nearest and finds most. */
function valuesOf(forms: readonly Form[], json: JsonValue): ReadonlyMap<string, JsonValue> {
  const tried = forms.map((form) => ({ form, ...readWith(form.readBody, json) }));
  const [first, ...others] = tried;
  if (first === undefined) return new Map();
  if (others.length === 0) return first.found;
  const exact = tried.find(({ form, found }) => form.applies(found) && form.makes(found, json));
  if (exact !== undefined) return exact.found;
  const applying = tried.filter(({ form, found }) => form.applies(found));
  return (applying.length > 0 ? applying : tried).reduce((one, other) =>
    other.misses < one.misses || (other.misses === one.misses && other.found.size > one.found.size) ? other : one,
  ).found;
}

function tradeOf(values: ReadonlyMap<string, JsonValue>, params: PathParams): TradeRequest {
  const value = (placeholder: string): JsonValue | undefined =>
    params[PARAMS[placeholder] ?? ''] ?? values.get(placeholder);
  return {
    instrument: value('instrument'),
    type: value('type'),
    side: value('side'),
    volume: value('volume'),
    price: value('price'),
    stopLossPrice: value('stop_loss_price'),
    takeProfitPrice: value('take_profit_price'),
    positionId: value('position_id'),
    orderId: value('order_id'),
  };
}

function historyOf(forms: readonly Form[], operation: Operation, query: URLSearchParams): HistoryRequest {
  const said: Reading = { found: new Map(), misses: 0 };
  for (const form of forms) {
    if (form.operation === operation) readQuery(form, query, said);
  }
  const text = (placeholder: string): string | undefined => {
    const value = said.found.get(placeholder);
    return value === undefined || value === null ? undefined : String(value);
  };
  return {
    limit: text('limit'),
    cursor: text('cursor'),
    from: text('from'),
    to: text('to'),
    instrument: text('instrument'),
  };
}
