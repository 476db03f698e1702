// How the service takes the requests of a dialect (interface 4): its routes, and what the bodies and queries of requests say.
import type { JsonValue } from '../../../payload/json.js';
import { Found } from '../../../profile/dialect/recognising/found.js';
import { REQUEST_KNOWN, REQUEST_PLACEHOLDERS } from '../../../profile/dialect/writing/requests.js';
import { type Part, parseParts } from '../../../profile/dialect/writing/template.js';
import type { HistoryRequest, TradeRequest } from '../../domain.js';
import type { PathParams, Speech, SpeechRoute } from '../speech.js';
import type { Form } from './request-forms.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Routes of one path stand beside each other; which of them a request takes its query and its body say. */
export function routesOf(forms: readonly Form[]): readonly SpeechRoute[] {
  return forms.map((form, index) => {
    const { operation, isBodiless, namesAccount } = form;
    return {
      operation,
      method: methodOf(form),
      path: form.path.split('/').map(routeSegment).join('/'),
      ...(isBodiless ? { bodiless: true } : {}),
      fits: ({ target, body, isAlone }) => {
        const found = new Found();
        form.readTarget(target, found);
        const params = { ...paramsOf(found), [FORM]: String(index) };
        if (!isBodiless && !(isAlone && namesAccount)) form.readBody(body, found);
        const { accountId } = paramsOf(found);
        return {
          rank: form.holds(found) ? found.rank : Number.NEGATIVE_INFINITY,
          params: accountId === undefined ? params : { ...params, accountId },
        };
      },
    };
  });
}

/** Among the values of a path, which form the request has. */
const FORM = 'form';

function methodOf({ operation, method }: Form): (typeof METHODS)[number] {
  const known = METHODS.find((one) => one === method);
  if (known === undefined) {
    throw new RangeError(`requests.${operation}: expected one of ${METHODS.join(', ')} to serve, got ${method}`);
  }
  return known;
}

/** In the spelling of the router, where a colon is doubled; text around a placeholder is looked at once the route is found. */
function routeSegment(segment: string, at: number): string {
  const parts: readonly Part[] = parseParts(segment, REQUEST_KNOWN);
  const [only = ''] = parts;
  if (parts.length > 1) return `:segment${at}`;
  return typeof only === 'string' ? only.replaceAll(':', '::') : `:${REQUEST_PLACEHOLDERS[only.name] ?? only.name}`;
}

function paramsOf({ values }: Found): PathParams {
  return Object.fromEntries(
    [...values].map(([name, value]) => [
      REQUEST_PLACEHOLDERS[name] ?? name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

export function requestReaders(forms: readonly Form[]): Pick<Speech, 'readTrade' | 'readHistory'> {
  return {
    readTrade: (_operation, json, params) => {
      const form = forms[Number(params[FORM])];
      return tradeOf(form === undefined ? NOTHING : valuesOf(form, json), params);
    },
    readHistory: (_operation, _query, params) => historyOf(params),
  };
}

const NOTHING: Found['values'] = new Map();

function valuesOf(form: Form, json: JsonValue): Found['values'] {
  const found = new Found();
  form.readBody(JSON.stringify(json), found);
  // A variant says what its conditions demand and its template does not show.
  form.holds(found);
  return found.values;
}

/** What the path and the query say goes before what the body says. */
function tradeOf(values: ReadonlyMap<string, JsonValue>, params: PathParams): TradeRequest {
  const value = (placeholder: string): JsonValue | undefined =>
    params[REQUEST_PLACEHOLDERS[placeholder] ?? ''] ?? values.get(placeholder);
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

function historyOf({ limit, cursor, from, to, instrument }: PathParams): HistoryRequest {
  return { limit, cursor, from, to, instrument };
}
