// The query is signed exactly as it travels (interface 5.3, rules 4 and 5). Reads publish no query parameters, so a target may refuse
// one that it does not know for reasons of its own: only the authentication code tells.
import { AUTH_CODES } from '../../toolkit/payload/error-codes.js';
import { damagesOn } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

const READ = { shared: true, readOnly: true } as const;
const UNSORTED = 'zeta=1&alpha=%7e&mid=a%2Fb&plus=a+b&alphaB=%C3%A9';

function read(t: CheckContext, options: SendOptions): Promise<HttpExchange> {
  return t.account.request('limits', {}, options);
}

/** 1001 by its code or its name: the target took the query for wrongly signed. */
function isSignatureError(t: CheckContext, { answer }: HttpExchange): boolean {
  if (answer?.body === undefined || answer.status < 400) return false;
  const { code, message } = t.dialect.readError(answer.body);
  return String(code) === '1001' || [message, code].includes(AUTH_CODES[1001]);
}

const QUERIES = [
  { slug: 'unsorted-keys', query: 'zeta=1&alpha=2' },
  { slug: 'lower-case-hex', query: 'a=%7e%2f' },
  { slug: 'upper-case-hex', query: 'a=%7E%2F' },
  { slug: 'plus-sign', query: 'a=b+c' },
  { slug: 'space-escape', query: 'a=b%20c' },
  { slug: 'escaped-letters', query: 'a=%61%62' },
  { slug: 'non-ascii', query: 'a=%C3%A9' },
  { slug: 'empty-value', query: 'a=&b' },
  { slug: 'reserved-characters', query: "a=:@!$'()*,;" },
] as const;

for (const { slug, query } of QUERIES) {
  scenario({
    id: `auth.query-as-sent/${slug}`,
    title: `does not take a query with ${slug.replaceAll('-', ' ')} for wrongly signed`,
    needs: READ,
    async run(t) {
      const exchange = await read(t, { query });
      const status =
        exchange.answer?.status ?? t.inconclusive(`no answer: ${exchange.error?.message}`, [exchange.record]);
      t.expect.that(!isSignatureError(t, exchange), {
        expected: 'acceptance, or a refusal for another reason than the signature',
        actual: `HTTP ${status} with 1001 AUTH_INVALID_SIGNATURE`,
        evidence: [exchange.record],
      });
    },
  });
}

for (const entry of damagesOn('read').filter(({ query }) => query !== undefined)) {
  scenario({
    id: `${entry.requirement}/read-${entry.id}`,
    title: `takes a read for wrongly signed with this damage: ${entry.damage.name}`,
    ...(entry.level === 'should' && { level: 'should' as const }),
    purposes: [63],
    needs: READ,
    async run(t) {
      const query = entry.query ?? UNSORTED;
      const intact = await read(t, { query });
      if (isSignatureError(t, intact))
        t.inconclusive('the intact query was taken for wrongly signed already', [intact.record]);
      const altered = await read(t, { query, damage: entry.damage });
      t.expect.refused(altered);
      const alike =
        intact.answer !== undefined && intact.answer.status >= 400 && altered.answer?.status === intact.answer.status;
      if (alike && !isSignatureError(t, altered)) {
        t.notApplicable('the target refuses a query that it does not know before it looks at the signature');
      }
      t.expect.that(isSignatureError(t, altered), {
        expected: '1001 AUTH_INVALID_SIGNATURE',
        actual: `HTTP ${altered.answer?.status} with another code`,
        evidence: [altered.record, intact.record],
      });
    },
  });
}

/** The last query parameter of a history read with a limit, where the target has such a read. */
function ownParameter(
  t: CheckContext,
): { readonly history: 'dealHistory' | 'orderHistory'; readonly name: string; readonly value: string } | undefined {
  const history = (['dealHistory', 'orderHistory'] as const).find((request) => t.dialect.has(request));
  if (history === undefined) return undefined;
  const [, query = ''] = t.account.spec(history, { limit: 5 }).path.split('?');
  const [name, value] = query.split('&').at(-1)?.split('=') ?? [];
  return name === undefined || value === undefined ? undefined : { history, name, value };
}

/** A read that takes a query of its own, where the target has one; otherwise a read whose unknown parameter it lets pass. */
async function readWithParameter(t: CheckContext): Promise<{
  readonly name: string;
  readonly value: string;
  readonly send: (query?: string) => Promise<HttpExchange>;
}> {
  const own = ownParameter(t);
  if (own !== undefined) {
    const { history, name, value } = own;
    return {
      name,
      value,
      send: (more) => t.account.request(history, { limit: 5 }, more === undefined ? {} : { query: more }),
    };
  }
  const send = (more?: string): Promise<HttpExchange> => read(t, { query: more === undefined ? 'a=1' : `a=1&${more}` });
  const single = await send();
  if (single.answer?.status !== 200) t.notApplicable('no read of this target takes a query parameter');
  return { name: 'a', value: '1', send };
}

for (const { slug, repeat } of [
  { slug: 'equal-values', repeat: (name: string, value: string) => `${name}=${value}` },
  { slug: 'different-values', repeat: (name: string, value: string) => `${name}=${value}0` },
  {
    slug: 'escaped-name',
    repeat: (name: string, value: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`,
  },
]) {
  scenario({
    id: `auth.duplicate-query-refused/${slug}`,
    title: `refuses a correctly signed read that repeats a parameter, ${slug.replaceAll('-', ' ')}`,
    ...(slug === 'escaped-name' && { level: 'should' as const }),
    needs: READ,
    async run(t) {
      const { name, value, send } = await readWithParameter(t);
      const single = await send();
      if (single.answer?.status !== 200)
        t.inconclusive('the read with the parameter once was not accepted', [single.record]);
      t.expect.refused(await send(repeat(name, value)));
    },
  });
}

const DAY_MS = 86_400_000;

/** A read with two parameters, the first of them named: its own where it has two, otherwise such as the target lets pass. */
function readWithTwoParameters(t: CheckContext): {
  readonly first: string;
  readonly send: (more?: string) => Promise<HttpExchange>;
} {
  const from = new Date(t.nowMs() - DAY_MS).toISOString().replace(/\.\d+Z$/, '+00:00');
  const history = (['dealHistory', 'orderHistory'] as const).find((request) => t.dialect.has(request));
  const own = history && t.account.spec(history, { limit: 5, from }).path.split('?')[1]?.split('&');
  if (history !== undefined && own?.[0] !== undefined && own.length > 1) {
    const send = (query?: string): Promise<HttpExchange> =>
      t.account.request(history, { limit: 5, from }, query === undefined ? {} : { query });
    return { first: own[0], send };
  }
  const send = (more?: string): Promise<HttpExchange> =>
    read(t, { query: more === undefined ? 'a=1&b=2' : `a=1&b=2&${more}` });
  return { first: 'a=1', send };
}

scenario({
  id: 'auth.duplicate-query-refused/not-adjacent',
  title: 'refuses a correctly signed read that repeats a parameter behind another one',
  needs: READ,
  async run(t) {
    const { first, send } = readWithTwoParameters(t);
    const single = await send();
    if (single.answer?.status !== 200)
      t.inconclusive('the read with two different parameters was not accepted', [single.record]);
    t.expect.refused(await send(first));
  },
});

scenario({
  id: 'auth.duplicate-query-refused/empty-value',
  title: 'refuses a correctly signed read that repeats a parameter, once without a value',
  needs: READ,
  async run(t) {
    const unknown = await Promise.all(['a=1', 'a='].map((query) => read(t, { query })));
    if (unknown.every(({ answer }) => answer?.status === 200))
      return t.expect.refused(await read(t, { query: 'a=&a=1' }));
    const { name, value, history } =
      ownParameter(t) ?? t.notApplicable('no read of this target takes a query parameter');
    const single = await t.account.request(history, { limit: 5 });
    if (single.answer?.status !== 200)
      t.inconclusive('the read with the parameter once was not accepted', [single.record]);
    // Which of the two counts is the target's; an empty one may be refused for itself.
    for (const pair of [`${name}=&${name}=${value}`, `${name}=${value}&${name}=`]) {
      const path = (sound: string): string => sound.replace(`${name}=${value}`, pair);
      t.expect.refused(await t.account.request(history, { limit: 5 }, { path }));
    }
  },
});

scenario({
  id: 'auth.duplicate-query-refused/operation-status',
  title: 'refuses a correctly signed read of operation status that repeats a parameter',
  async run(t) {
    const { operationId, exchange } = await t.account.submit(await t.account.order());
    if (operationId === undefined) return t.inconclusive('the ACK shows no operation_id', [exchange.record]);
    const send = (query: string): Promise<HttpExchange> =>
      t.account.request('operationStatus', { operationId }, { query });
    if ((await send('a=1')).answer?.status !== 200)
      t.notApplicable('operation status takes no query parameter that it does not know');
    t.expect.refused(await send('a=1&a=1'));
  },
});

scenario({
  id: 'auth.duplicate-query-refused/order',
  title: 'refuses a correctly signed placement whose path repeats a query parameter, and executes nothing',
  async run(t) {
    const executions = await countFrom(t);
    const single = await t.account.submit(await t.account.order(), { query: 'a=1' });
    if (!single.accepted) t.notApplicable('the placement takes no query parameter');
    const double = await t.account.submit(await t.account.order(), { query: 'a=1&a=1' });
    t.expect.refused(double.exchange);
    await executions.expect({ orders: 1 });
  },
});
