// Requests and commands in the target's spelling, from parameters in the interface's words (interface 4 and 4.5).
import type { JsonValue } from '../../../payload/json.js';
import { within } from '../../loading/file-defect.js';
import {
  type CommandParams,
  type Dialect,
  isHandshake,
  REQUEST_NAMES,
  type RequestName,
  type RequestParams,
} from '../dialect.js';
import { present } from '../reading/bodies.js';
import { compileWhenNamed } from '../reading/match.js';
import type { CommandForms, DialectSpec, RequestForm, Template } from '../spec.js';
import type { Words } from '../words.js';
import { writeJson } from './json.js';
import { percentEncoded } from './percent-encoded.js';
import {
  compileJsonText,
  compileTemplate,
  compileText,
  type Lookup,
  type Placeholders,
  placeholders,
} from './template.js';

/** Placeholders of requests, by the parameter that fills them. */
export const REQUEST_PLACEHOLDERS: Readonly<Record<string, keyof RequestParams>> = {
  account_id: 'accountId',
  operation_id: 'operationId',
  instrument: 'instrument',
  type: 'type',
  side: 'side',
  volume: 'volume',
  price: 'price',
  stop_loss_price: 'stopLossPrice',
  take_profit_price: 'takeProfitPrice',
  position_id: 'positionId',
  order_id: 'orderId',
  limit: 'limit',
  cursor: 'cursor',
  from: 'from',
  to: 'to',
};

export const REQUEST_KNOWN: Placeholders = placeholders(Object.keys(REQUEST_PLACEHOLDERS));
export const COMMAND_KNOWN: Placeholders = placeholders(['event', 'instruments', 'command_id']);

export interface RequestWords {
  readonly side: Words;
  readonly orderType: Words;
}

type Write = (
  plain: Lookup,
  spelled: Lookup,
) => { readonly method: string; readonly path: string; readonly body: string | undefined };

/** Paths of the two addresses of a target without a slash at their end, empty where there is none. */
export interface BasePaths {
  readonly http: string;
  readonly stream: string;
}

export function compileRequests(
  spec: Pick<DialectSpec, 'requests' | 'signBasePath'>,
  basePaths: BasePaths,
  words: RequestWords,
): Pick<Dialect, 'has' | 'request' | 'signedPath'> {
  const writers = new Map<RequestName, Write>();
  for (const name of REQUEST_NAMES) {
    const form = spec.requests[name];
    if (form === undefined) continue;
    const write = within(`/requests/${name}`, () => compileRequest(form));
    writers.set(name, write);
  }
  return {
    has: (name) => writers.has(name),
    request: (name, params) => {
      const write = writers.get(name);
      if (write === undefined) throw new RangeError(`expected a request that the dialect binds, got ${name}`);
      const { method, path, body } = write(plainLookup(params), spelledLookup(params, words));
      return { name, method, path: (isHandshake(name) ? basePaths.stream : basePaths.http) + path, body };
    },
    signedPath: (path) => (signsBasePath(path, spec, basePaths) ? path : withoutBasePath(path, basePaths)),
  };
}

function signsBasePath(
  path: string,
  { signBasePath, requests }: Pick<DialectSpec, 'requests' | 'signBasePath'>,
  basePaths: BasePaths,
): boolean {
  if (typeof signBasePath === 'boolean') return signBasePath;
  const isOfStream = REQUEST_NAMES.filter(isHandshake).some((name) => {
    // Up to the account, which no request shares.
    const [head = ''] = (requests[name]?.path ?? '').split('{');
    return head !== '' && path.startsWith(basePaths.stream + head);
  });
  return isOfStream === (signBasePath === 'streams');
}

/** The longer of the two goes first: one may begin with the other. */
function withoutBasePath(path: string, { http, stream }: BasePaths): string {
  const candidates = http.length > stream.length ? [http, stream] : [stream, http];
  const found = candidates.find((basePath) => path.startsWith(`${basePath}/`)) ?? '';
  return path.slice(found.length);
}

function plainLookup(params: RequestParams): Lookup {
  return (placeholder) => {
    const name = REQUEST_PLACEHOLDERS[placeholder];
    return name === undefined ? undefined : params[name];
  };
}

function spelledLookup(params: RequestParams, words: RequestWords): Lookup {
  const plain = plainLookup(params);
  return (placeholder) => {
    const value = plain(placeholder);
    if (typeof value !== 'string') return value;
    if (placeholder === 'side') return words.side.write(value);
    return placeholder === 'type' ? words.orderType.write(value) : value;
  };
}

function compileRequest(form: RequestForm): Write {
  const { variants = [], ...base } = form;
  const main = compileForm(base);
  const others = variants.map(({ when, ...change }) => ({
    fits: compileWhenNamed(when),
    write: compileForm({ ...base, ...change }),
  }));
  if (others.length === 0) return main;
  return (plain, spelled) => {
    const given = Object.fromEntries(
      Object.keys(REQUEST_PLACEHOLDERS).flatMap((name) => {
        const value = plain(name);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    const chosen = others.find((other) => other.fits(given));
    return (chosen?.write ?? main)(plain, spelled);
  };
}

function compileForm(form: Omit<RequestForm, 'variants'>): Write {
  const path = compileText(form.path, REQUEST_KNOWN, percentEncoded);
  const query = Object.entries(form.query ?? {}).map(
    ([name, template]) => [percentEncoded(name), compileTemplate(template, REQUEST_KNOWN)] as const,
  );
  const body = form.body === undefined ? () => undefined : compileJsonText(form.body, REQUEST_KNOWN);
  return (_plain, spelled) => {
    const pairs = query.flatMap(([name, render]) => {
      const value = render(spelled);
      if (value === undefined) return [];
      return [`${name}=${percentEncoded(typeof value === 'string' ? value : writeJson(value))}`];
    });
    const written = path(spelled);
    const separator = written.includes('?') ? '&' : '?';
    return {
      method: form.method,
      path: pairs.length === 0 ? written : `${written}${separator}${pairs.join('&')}`,
      body: body(spelled),
    };
  };
}

export function compileCommands(spec: CommandForms): Pick<Dialect, 'command' | 'ticksCommand'> {
  const variants = (spec.variants ?? []).map(({ when, ...forms }) => ({
    fits: compileWhenNamed(when),
    subscribe: forms.subscribe === undefined ? undefined : compileCommand(forms.subscribe),
    unsubscribe: forms.unsubscribe === undefined ? undefined : compileCommand(forms.unsubscribe),
  }));
  const main = { subscribe: compileCommand(spec.subscribe), unsubscribe: compileCommand(spec.unsubscribe) };
  const ticks = spec.ticks === null ? undefined : compileCommand(spec.ticks);
  return {
    command: (action, params) => {
      const given = commandValues(params);
      const variant = variants.find((one) => one[action] !== undefined && one.fits(given));
      return (variant?.[action] ?? main[action])(given);
    },
    ticksCommand: (params) => ticks?.(commandValues(params)),
  };
}

function commandValues({ event, instruments, commandId }: Partial<CommandParams>): Readonly<Record<string, JsonValue>> {
  return present({ event, instruments, command_id: commandId });
}

function compileCommand(template: Template): (given: Readonly<Record<string, JsonValue>>) => string {
  const write = compileJsonText(template, COMMAND_KNOWN);
  return (given) => write((name) => given[name]) ?? '';
}
