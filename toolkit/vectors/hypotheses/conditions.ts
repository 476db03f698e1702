// Where no known mistake fits: what the wrongly judged tests have in common that the rightly judged ones lack. "Refuses every request
// without a query" is a mistake that nobody wrote down, and still one sentence.
import type { JsonObject } from '../../payload/json.js';
import { HEADER } from '../../signing/headers.js';
import { NOW_MS } from '../build/requests/requests.js';
import type { Operation, VerifyRequestInput } from '../operations.js';
import { headerOf, latinText } from '../wrong-readers/soften.js';

/** What an input may be like, said behind "requests" or "texts". */
export interface Condition {
  readonly phrase: string;
  readonly holds: (input: JsonObject) => boolean;
}

type RequestTest = readonly [phrase: string, holds: (input: VerifyRequestInput) => boolean];

const keyOf = ({ headers }: VerifyRequestInput): string => headerOf(headers, HEADER.idempotencyKey);
const timeOf = ({ headers }: VerifyRequestInput): number => Number(headerOf(headers, HEADER.timestamp));
const isRead = ({ method }: VerifyRequestInput): boolean => /^(?:GET|HEAD|OPTIONS)$/.test(method);
/** Outside the texts of JSON. */
const outside = ({ headers }: VerifyRequestInput): string => latinText(headers).replace(/"(?:[^"\\]|\\.)*"/g, '""');

/** The plainest first: of several that fit it is the one that is said. */
const OF_REQUESTS: readonly RequestTest[] = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map(
    (method): RequestTest => [`with the method ${method}`, (input) => input.method === method],
  ),
  ['that read', isRead],
  ['that change something', (input) => !isRead(input)],
  ['with any method but GET and POST', ({ method }) => !/^(?:GET|POST)$/.test(method)],
  ['with a query', ({ path }) => path.includes('?')],
  ['without a query', ({ path }) => !path.includes('?')],
  ['with a body', ({ body }) => body !== ''],
  ['without a body', ({ body }) => body === ''],
  ['that open a stream', ({ path }) => path.includes('/ws/')],
  ['that open no stream', ({ path }) => !path.includes('/ws/')],
  ['below /v1/trading', ({ path }) => path.startsWith('/v1/trading')],
  ['below /v1/configuration', ({ path }) => path.startsWith('/v1/configuration')],
  ['with an escape in the target', ({ path }) => path.includes('%')],
  ['with letters beyond ASCII in the target', ({ path }) => /[^\0-\x7f]/.test(path)],
  [
    'with header names that are not in capitals',
    ({ headers }) => headers.some(([name]) => /^svc-/.test(name.slice(0, 4)) || /^Svc/.test(name)),
  ],
  ['with other headers beside the six', ({ headers }) => headers.some(([name]) => !/^svc-/i.test(name))],
  ['from an address of IPv6', ({ source }) => source.includes(':')],
  ['with a timestamp behind the clock', (input) => timeOf(input) < NOW_MS],
  ['with a timestamp ahead of the clock', (input) => timeOf(input) > NOW_MS],
  ['with a timestamp other than the clock', (input) => timeOf(input) !== NOW_MS],
  ['with a tilde in the idempotency key', (input) => keyOf(input).includes('~')],
  ['with a dot in the idempotency key', (input) => keyOf(input).includes('.')],
  ['with a mark in the idempotency key', (input) => /[._~]/.test(keyOf(input))],
  ['with an idempotency key of more than 36 characters', (input) => keyOf(input).length > 36],
  ['with an idempotency key of more than 64 characters', (input) => keyOf(input).length > 64],
  ['with an idempotency key of fewer than 8 characters', (input) => keyOf(input) !== '' && keyOf(input).length < 8],
  ['with white space in the payload', (input) => /\s/.test(outside(input))],
  ['with escapes in the payload', ({ headers }) => latinText(headers).includes('\\')],
  ['with bytes beyond ASCII in the payload', ({ headers }) => /[^\0-\x7f]/.test(latinText(headers))],
  [
    'with a body that is no JSON',
    ({ body }) => {
      try {
        JSON.parse(Buffer.from(body, 'hex').toString());
        return false;
      } catch {
        return body !== '';
      }
    },
  ],
];

type TextTest = readonly [phrase: string, holds: (text: string) => boolean];

const OF_TEXTS: readonly TextTest[] = [
  ['that are empty', (text) => text === ''],
  ['with a blank', (text) => text.includes(' ')],
  ['with a line break', (text) => /[\r\n]/.test(text)],
  ['with a zero character', (text) => text.includes('\0')],
  ['with characters beyond ASCII', (text) => /[^\0-\x7f]/.test(text)],
  ['with a plus sign', (text) => text.includes('+')],
  ['with a minus sign', (text) => text.includes('-')],
  ['with an underscore', (text) => text.includes('_')],
  ['with a tilde', (text) => text.includes('~')],
  ['with a point', (text) => text.includes('.')],
  ['with a comma', (text) => text.includes(',')],
  ['with a colon', (text) => text.includes(':')],
  ['with a slash', (text) => text.includes('/')],
  ['with padding', (text) => text.includes('=')],
  ['with an exponent', (text) => /\d[eE][-+]?\d/.test(text)],
  ['with a zero at the start', (text) => /^[-+]?0\d/.test(text)],
  ['with a zero at the end of a fraction', (text) => /\.\d*0$/.test(text)],
  ['with a capital letter', (text) => /[A-Z]/.test(text)],
  ['with a small letter', (text) => /[a-z]/.test(text)],
  ['with a digit', (text) => /\d/.test(text)],
  ['without a digit', (text) => !/\d/.test(text)],
  ['of more than 13 characters', (text) => text.length > 13],
  ['of more than 16 characters', (text) => text.length > 16],
  ['of more than 28 characters', (text) => text.length > 28],
  ['of more than 36 characters', (text) => text.length > 36],
  ['of more than 64 characters', (text) => text.length > 64],
  ['of more than 100 characters', (text) => text.length > 100],
  ['of fewer than 13 characters', (text) => text.length < 13],
  ['of fewer than 8 characters', (text) => text.length < 8],
];

const textOf = (input: JsonObject): string => String(input['text'] ?? input['key'] ?? input['value'] ?? '');

/** None of operations whose input is bytes. */
export function conditionsOf(operation: Operation): readonly Condition[] {
  if (operation === 'verify-request') {
    return OF_REQUESTS.map(([phrase, holds]) => ({
      phrase: `requests ${phrase}`,
      holds: (input) => holds(input as unknown as VerifyRequestInput), // the schema of the vectors states its members
    }));
  }
  if (!/^(?:decode-|check-)/.test(operation)) return [];
  const limits = ['min', 'max', 'step', 'digits'].flatMap((limit): readonly Condition[] => [
    { phrase: `values that are bound by ${limit}`, holds: (input) => limit in input },
    { phrase: `values that no ${limit} binds`, holds: (input) => !(limit in input) },
  ]);
  return [
    ...OF_TEXTS.map(
      ([phrase, holds]): Condition => ({ phrase: `texts ${phrase}`, holds: (input) => holds(textOf(input)) }),
    ),
    ...(operation === 'check-constraint' ? limits : []),
  ];
}
