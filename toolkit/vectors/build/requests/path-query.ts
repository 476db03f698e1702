// Path and query: signed exactly as they are sent (interface 5.2, 5.3 rules 4 and 5). Signing vectors with every spelling that somebody
// normalises, and for each of them verifying vectors in which the signed text is what such a signer makes of it.
import type { SigningStages } from '../../../signing/signing-stages.js';
import { namedRows } from '../../../signing/slips/named.js';
import { SLIPS } from '../../../signing/slips/slips.js';
import type { VerifyRequestInput } from '../../operations.js';
import { signAs, stageInput } from '../../signer.js';
import { WRONG_SIGNERS } from '../../wrong-signers.js';
import type { Draft, FileDraft, Table } from '../draft.js';
import { MAIN_KEY } from '../keys.js';
import type { Flag } from '../notes.js';
import { ACCOUNT, CONFIGURATION, getRequest, postRequest, SOURCE, STREAMS, TRADING, VERIFYING } from './requests.js';

const HISTORY = `${TRADING}/deals`;

type Target = readonly [id: string, comment: string, flags: readonly Flag[], path: string];

const targets = (flags: readonly Flag[], table: Table<string>): readonly Target[] =>
  namedRows(table).map(([id, comment, path]) => [id, comment, flags, path]);

const PATHS: readonly Target[] = [
  ...targets(['PathExact'], { 'no-query: no query at all': HISTORY }),
  ...targets(['QueryExact'], { 'query-one: one parameter': `${HISTORY}?limit=50` }),
  ...targets(['QueryOrder'], {
    'query-unsorted: parameters in an order that sorting changes': `${HISTORY}?to=2&from=1&limit=50`,
    'query-sorted: parameters in sorted order, not to be reversed': `${HISTORY}?from=1&limit=50&to=2`,
    'query-numeric-names: names that a language sorts as numbers': `${HISTORY}?10=a&9=b&1=c`,
    'query-case-order: capitals after small letters': `${HISTORY}?b=1&A=2&a=3`,
    'query-many: twenty parameters in no order': `${HISTORY}?${Array.from({ length: 20 }, (_, i) => `p${(i * 7) % 20}=${i}`).join('&')}`,
  }),
  ...targets(['PercentEncoding'], {
    'query-percent-20: a blank as %20': `${HISTORY}?comment=take%20profit`,
    'query-plus: a blank as +': `${HISTORY}?comment=take+profit`,
    'query-percent-2b: a plus sign as %2B': `${HISTORY}?since=2024-05-01T12:00:00%2B00:00`,
    'query-percent-lower: escapes in small letters': `${HISTORY}?path=a%2fb%3dc`,
    'query-percent-upper: escapes in capitals': `${HISTORY}?path=a%2Fb%3Dc`,
    'query-percent-mixed: escapes in both cases': `${HISTORY}?path=a%2Fb%3dc`,
    'query-percent-unreserved: escapes of characters that need none': `${HISTORY}?key=a%7Eb%2Dc%41`,
    'query-percent-percent: an escaped percent sign': `${HISTORY}?share=100%25`,
    'query-percent-twice: text that is encoded twice on purpose': `${HISTORY}?q=%2520`,
    'query-percent-utf-8: escaped UTF-8': `${HISTORY}?name=Z%C3%BCrich%20%E2%82%AC`,
    'query-percent-latin-1: escaped bytes that are no UTF-8': `${HISTORY}?name=Z%FCrich`,
    'query-percent-zero: an escaped zero byte': `${HISTORY}?q=a%00b`,
    'query-percent-newline: escaped line breaks': `${HISTORY}?q=a%0D%0Ab`,
    'query-reserved: reserved characters that are sent plain': `${HISTORY}?symbols=EURUSD,GBPUSD&at=12:00@utc`,
    'query-sub-delimiters: further characters that need no encoding': `${HISTORY}?q=!$'()*;`,
  }),
  ...targets(['QueryExact'], {
    'query-slash-and-mark: slashes and question marks inside the query': `${HISTORY}?next=/v1/deals?page=2`,
    'query-empty-value: a parameter with an empty value': `${HISTORY}?cursor=&limit=50`,
    'query-no-value: a parameter without a value': `${HISTORY}?verbose&limit=50`,
    'query-empty: a question mark with nothing after it': `${HISTORY}?`,
    'query-final-ampersand: an ampersand at the end': `${HISTORY}?limit=50&`,
    'query-double-ampersand: two ampersands in a row': `${HISTORY}?limit=50&&from=1`,
    'query-equals-in-value: a cursor with padding: equals signs in the value': `${HISTORY}?cursor=eyJhIjoxfQ==&limit=50`,
    'query-semicolon: semicolons do not separate parameters': `${HISTORY}?a=1;b=2`,
  }),
  ...targets(['PercentEncoding'], { 'query-brackets-encoded: escaped brackets': `${HISTORY}?id%5B%5D=1` }),
  ...targets(['QueryExact'], {
    'query-long: a cursor of 1,000 characters': `${HISTORY}?cursor=${'Zm9v'.repeat(250)}`,
    'query-leading-zeros: a value that a number type changes': `${HISTORY}?from=000123&price=1.50`,
    'query-on-post: a mutating request with a query': `${TRADING}/orders?validate=true`,
  }),
  ...targets(['PathExact'], {
    'path-capitals: capitals in the path': `${CONFIGURATION}/instruments/XAUUSD/conditions`,
  }),
  ...targets(['PathExact', 'PercentEncoding'], {
    'path-escaped-slash: an escaped slash inside a segment': `${CONFIGURATION}/instruments/BTC%2FUSD/conditions`,
    'path-escaped-blank: an escaped blank inside a segment': `${CONFIGURATION}/instruments/US%20500/conditions`,
    'path-escaped-hash: an escaped number sign': `${CONFIGURATION}/instruments/GOLD%23/conditions`,
    'path-escaped-utf-8: escaped UTF-8 in the path': `${CONFIGURATION}/instruments/%E9%87%91/conditions`,
    'path-reserved: reserved characters in a segment': `${CONFIGURATION}/instruments/EUR:USD@spot,1/conditions`,
  }),
  ...targets(['PathExact', 'NonAscii'], {
    'path-latin: a letter that Latin-1 has too, sent plain': `${CONFIGURATION}/instruments/Zürich/conditions`,
    'path-composed: a composed letter (NFC), sent plain': `${CONFIGURATION}/instruments/Caf\u00e9/conditions`,
    'path-decomposed: the same letter decomposed (NFD): other bytes': `${CONFIGURATION}/instruments/Cafe\u0301/conditions`,
    'path-compatible: characters that compatibility forms replace': `${CONFIGURATION}/instruments/\ufb01x\u2460/conditions`,
    'path-three-bytes: characters of three bytes': `${CONFIGURATION}/instruments/金/conditions`,
    'path-four-bytes: a character of four bytes, two units in UTF-16': `${CONFIGURATION}/instruments/🪙/conditions`,
  }),
  ...targets(['QueryExact', 'NonAscii'], {
    'query-latin: a letter that Latin-1 has too, sent plain in the query': `${HISTORY}?name=Zürich`,
    'query-decomposed: a decomposed letter in the query': `${HISTORY}?name=Zu\u0308rich`,
    'query-percent-decomposed: an escaped decomposed letter': `${HISTORY}?name=Zu%CC%88rich`,
  }),
  ...targets(['PercentEncoding'], {
    'query-plus-first: plus signs around a value': `${HISTORY}?q=+a+`,
    'query-percent-hyphen: escapes of a hyphen and a letter in a name': `${HISTORY}?%61ge%2Dmin=1`,
    'query-backslash-u: an escape of JavaScript, which is six characters': `${HISTORY}?q=\\u00e9`,
  }),
  ...targets(['QueryExact'], {
    'query-no-value-last: a parameter without a value at the end': `${HISTORY}?limit=50&verbose`,
  }),
  ...targets(['PathExact'], {
    'path-dot-dot: a dot segment to the parent that is sent as it is': `${TRADING}/x/../operations/op-1`,
    'path-double-slash-inside: two slashes before an object': `${TRADING}/operations//op-1`,
    'path-dots: an identifier with dots': `${TRADING}/operations/2024.05.01..7`,
    'path-dot-segment: a dot segment that is sent as it is': `${TRADING}/./operations/op-1`,
    'path-trailing-slash: a slash at the end': `${CONFIGURATION}/limits/`,
    'path-trailing-slash-query: a slash before the query': `${CONFIGURATION}/limits/?verbose=1`,
    'path-double-slash: two slashes in a row': `${CONFIGURATION}//limits`,
    'path-long-account: an account identifier of letters': '/v1/configuration/accounts/ACC-eu-West_01/limits',
  }),
  ...targets(['QueryExact'], {
    'path-account-in-query: the account in path and query': `${HISTORY}?account=/accounts/${ACCOUNT}`,
  }),
  ...targets(['Handshake', 'PathExact'], {
    'path-handshake-exact: the exact path of the events stream': `${STREAMS}/events`,
  }),
];

const requestOf = (path: string): ReturnType<typeof getRequest> =>
  path.includes('/orders?') ? postRequest(undefined, { path }) : getRequest(path);

const signing: readonly Draft<'sign-request'>[] = PATHS.map(([id, comment, flags, path]) => ({
  id,
  comment,
  flags,
  input: requestOf(path),
  valid: true,
}));

function received(path: string, change: Partial<SigningStages> = {}): VerifyRequestInput {
  const input = requestOf(path);
  const { headers } = signAs(change, input, MAIN_KEY);
  return { method: input.method, path, headers, body: input.body, source: SOURCE };
}

/** The account of these paths must be one that the key may use. */
const permitted = PATHS.filter(([, , , path]) => path.includes(`/accounts/${ACCOUNT}/`));

const twins: readonly Draft<'verify-request'>[] = permitted.map(([id, comment, flags, path]) => ({
  id: `${id}-accepted`,
  comment: `${comment}, signed as sent`,
  flags,
  input: received(path),
  valid: true,
}));

/** For each wrong signer, the first path that it changes: sent right, signed wrong. */
const refused: readonly Draft<'verify-request'>[] = WRONG_SIGNERS.filter(
  ({ cause }) => SLIPS[cause].stage === 'path',
).flatMap((wrong) => {
  const found = permitted.find(([, , , path]) => {
    return wrong.change.path?.(path, stageInput(requestOf(path))) !== path;
  });
  if (found === undefined) return [];
  const [, , flags, path] = found;
  return [
    {
      id: `path-of-signer-that-${wrong.id}`,
      comment: `signed by a client that ${wrong.sentence}`,
      flags,
      input: received(path, wrong.change),
      valid: false,
      cause: wrong.cause,
    } as const,
  ];
});

const DUPLICATES: readonly (readonly [id: string, comment: string, query: string])[] = [
  ['equal', 'a parameter twice with the same value', 'limit=50&limit=50'],
  ['different', 'a parameter twice with different values', 'limit=50&limit=60'],
  ['apart', 'a parameter twice with others between', 'limit=50&from=1&to=2&limit=60'],
  ['empty-value', 'a parameter with and without a value', 'limit=50&limit='],
  ['no-value', 'a parameter without value twice', 'verbose&verbose'],
  ['thrice', 'a parameter three times', 'id=1&id=2&id=3'],
  ['brackets', 'a list written as repeated parameters', 'id%5B%5D=1&id%5B%5D=2'],
  ['on-post', 'a duplicate on a mutating request', 'validate=true&validate=true'],
];

const duplicates: readonly Draft<'verify-request'>[] = DUPLICATES.map(([id, comment, query]) => ({
  id: `query-duplicate-${id}`,
  comment: `${comment}, correctly signed`,
  flags: ['QueryDuplicate'],
  input: received(`${id === 'on-post' ? `${TRADING}/orders` : HISTORY}?${query}`),
  valid: false,
  cause: 'path-query-duplicate',
}));

export const PATH_QUERY: FileDraft = {
  name: 'path-query',
  algorithm: 'SVC-REQUEST',
  header: [
    'The signed path is the request target exactly as sent. The first group signs such targets; the second verifies requests whose',
    'target was signed as sent, signed in another spelling, or has a parameter twice.',
  ],
  groups: [
    {
      type: 'sign-request',
      comment: 'targets that must be signed as they are',
      context: { key: MAIN_KEY },
      tests: signing,
    },
    {
      type: 'verify-request',
      comment: 'targets that were signed as sent, or otherwise',
      context: VERIFYING,
      tests: [...twins, ...refused, ...duplicates],
    },
  ],
};
