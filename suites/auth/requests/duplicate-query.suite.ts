// A query parameter that stands twice is refused, however well it is signed (interface 5.3, rule 5). Judged on a parameter of the
// target's own where it has a read with one, otherwise on one that it does not know and lets pass.
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { isAnswered } from '../../words/calls/answered.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { OPENING, ORDER } from '../../words/calls/calls.js';
import { endingTrial } from '../../words/calls/ending-trial.js';
import { CANCELLATION, CLOSE } from '../../words/calls/endings.js';
import { READ } from '../../words/needs.js';
import { filterTime } from '../../words/pages.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { sendOf } from '../../words/send.js';

const DAY_MS = 86_400_000;
const HISTORIES = ['dealHistory', 'orderHistory'] as const;

interface QueriedRead {
  /** Its last query parameter but those behind it, as `name=value`. */
  readonly parameter: string;
  /** The same with another value. */
  readonly other: string;
  readonly isOwn: boolean;
  readonly send: (options?: SendOptions) => Promise<HttpExchange>;
}

/** A read with so many query parameters: of history, where the target has one that is asked so. */
function readWith(t: CheckContext, count: 1 | 2): QueriedRead {
  const history = HISTORIES.find((request) => t.dialect.has(request));
  const from = filterTime(t.nowMs() - DAY_MS);
  // A page may hold few rows at most, and more than that be refused.
  const [params, others] = [2, 1].map((limit) => (count === 1 ? { limit } : { limit, from }));
  const [parameter, other] = [params, others].map(
    (of) => history && queryOf(t.account.spec(history, of).path)?.at(-count),
  );
  if (history !== undefined && parameter !== undefined && other !== undefined) {
    return { parameter, other, isOwn: true, send: (options) => t.account.request(history, params, options) };
  }
  const unknown = count === 1 ? 'a=1' : 'a=1&b=2';
  return {
    parameter: 'a=1',
    other: 'a=2',
    isOwn: false,
    send: ({ query } = {}) =>
      t.account.request('limits', {}, { query: query === undefined ? unknown : `${unknown}&${query}` }),
  };
}

function queryOf(path: string): readonly string[] | undefined {
  return path.split('?')[1]?.split('&');
}

for (const { slug, repeat, ...level } of [
  { slug: 'equal-values', repeat: ({ parameter }: QueriedRead) => parameter },
  { slug: 'different-values', repeat: ({ other }: QueriedRead) => other },
  {
    slug: 'escaped-name',
    repeat: ({ parameter }: QueriedRead) => `%${parameter.charCodeAt(0).toString(16)}${parameter.slice(1)}`,
    level: 'should',
  },
] as const) {
  scenario({
    id: `auth.duplicate-query-refused/${slug}`,
    title: `refuses a correctly signed read that repeats a parameter, ${slug.replaceAll('-', ' ')}`,
    ...level,
    needs: READ,
    async run(t) {
      const read = readWith(t, 1);
      const single = await read.send();
      if (!read.isOwn && !isAnswered(single)) t.notApplicable('no read of this target takes a query parameter');
      requireAccepted(t, single, 'the read with the parameter once');
      t.expect.refused(await read.send({ query: repeat(read) }));
    },
  });
}

scenario({
  id: 'auth.duplicate-query-refused/not-adjacent',
  title: 'refuses a correctly signed read that repeats a parameter behind another one',
  needs: READ,
  async run(t) {
    const { parameter, send } = readWith(t, 2);
    requireAccepted(t, await send(), 'the read with two different parameters');
    t.expect.refused(await send({ query: parameter }));
  },
});

scenario({
  id: 'auth.duplicate-query-refused/empty-value',
  title: 'refuses a correctly signed read that repeats a parameter, once without a value',
  needs: READ,
  async run(t) {
    const limits = sendOf(t.account, 'limits');
    const unknown = await Promise.all(['a=1', 'a='].map((query) => limits({ query })));
    if (unknown.every(isAnswered)) return t.expect.refused(await limits({ query: 'a=&a=1' }));
    const { parameter, isOwn, send } = readWith(t, 1);
    if (!isOwn) t.notApplicable('no read of this target takes a query parameter');
    requireAccepted(t, await send(), 'the read with the parameter once');
    const [name] = parameter.split('=');
    // Which of the two counts is the target's; an empty one may be refused for itself.
    for (const pair of [`${name}=&${parameter}`, `${parameter}&${name}=`])
      t.expect.refused(await send({ path: (sound) => sound.replace(parameter, pair) }));
  },
});

scenario({
  id: 'auth.duplicate-query-refused/operation-status',
  title: 'refuses a correctly signed read of operation status that repeats a parameter',
  async run(t) {
    const submission = await t.account.place();
    // A target may know an operation from its end on only (interface 4.4).
    await t.account.settle(submission);
    const send = sendOf(t.account, 'operationStatus', { operationId: submission.operationId });
    if (!isAnswered(await send({ query: 'a=1' }))) {
      t.notApplicable('operation status takes no query parameter that it does not know');
    }
    t.expect.refused(await send({ query: 'a=1&a=1' }));
  },
});

/** Those that the interface lists, and those that a dialect binds: each may read its query in a place of its own. */
for (const { id, request, query = 'a=1', claim } of [
  { id: 'auth.duplicate-query-refused/account', request: 'account' },
  { id: 'auth.duplicate-query-refused/instruments', request: 'instruments' },
  { id: 'auth.duplicate-query-refused/conditions', request: 'conditions' },
  { id: 'auth.duplicate-query-refused/limits', request: 'limits' },
  { id: 'auth.duplicate-query-refused/without-a-value', request: 'limits', query: 'a' },
  { id: 'auth.duplicate-query-refused/snapshot', request: 'snapshot', claim: 'snapshotResource' },
  { id: 'auth.duplicate-query-refused/order-history', request: 'orderHistory', claim: 'orderHistory' },
  { id: 'auth.duplicate-query-refused/deal-history', request: 'dealHistory', claim: 'dealHistory' },
] as const) {
  scenario({
    id,
    title: `refuses a correctly signed read of ${request} whose query is ${query}&${query}, or repeats a parameter of its own`,
    needs: { ...READ, requests: [request], claims: claim === undefined ? [] : [claim] },
    async run(t) {
      const params = { instrument: t.account.instrument().name, ...(claim !== undefined && { limit: 2 }) };
      const send = sendOf(t.account, request, params);
      if (isAnswered(await send({ query }))) return t.expect.refused(await send({ query: `${query}&${query}` }));
      const own = queryOf(t.account.spec(request, params).path)?.at(-1);
      if (own === undefined) return t.notApplicable(`${request} takes no query parameter that it does not know`);
      requireAccepted(t, await send({}), 'the read with its own parameter once');
      t.expect.refused(await send({ query: own }));
    },
  });
}

for (const { id, request, claims } of [
  { id: 'auth.duplicate-query-refused/handshake', request: 'eventsStream', claims: [] },
  { id: 'auth.duplicate-query-refused/ticks-handshake', request: 'ticksStream', claims: ['ticks'] },
] as const) {
  scenario({
    id,
    title: `refuses a correctly signed handshake of ${request} whose query is a=1&a=1`,
    needs: { ...READ, claims },
    async run(t) {
      const send = sendOf(t.account, request);
      if ((await send({ query: 'a=1' })).answer?.status !== 101) {
        t.notApplicable('the handshake takes no query parameter that it does not know');
      }
      t.expect.refused(await send({ query: 'a=1&a=1' }));
    },
  });
}

/** The calls that open something, judged by what was executed. */
for (const { id, call } of [
  { id: 'auth.duplicate-query-refused/order', call: ORDER },
  { id: 'auth.duplicate-query-refused/opening', call: OPENING },
] as const) {
  scenario({
    id,
    title: `refuses a correctly signed ${call.word} whose path repeats a query parameter, and executes nothing`,
    needs: call.needs,
    async run(t) {
      const { send, expectExecuted } = await callTrial(t, call);
      const single = await send({ query: 'a=1' });
      if (!isAnswered(single)) t.notApplicable(`the ${call.word} takes no query parameter`);
      t.expect.refused(await send({ query: 'a=1&a=1' }));
      await expectExecuted(1);
    },
  });
}

/** Those that end something, judged by what is still open. */
for (const { id, ending } of [
  { id: 'auth.duplicate-query-refused/close', ending: CLOSE },
  { id: 'auth.duplicate-query-refused/cancellation', ending: CANCELLATION },
] as const) {
  scenario({
    id,
    title: `refuses ${ending.words} whose path repeats a query parameter, however well it is signed, and ends nothing`,
    // Calls that the interface does not show.
    level: 'should',
    needs: ending.needs,
    async run(t) {
      const { send, expectOpen } = endingTrial(t, ending);
      if (!isAnswered(await send({ query: 'a=1' }))) t.notApplicable('this call takes no query parameter');
      t.expect.refused(await send({ query: 'a=1&a=1' }));
      await expectOpen();
    },
  });
}
