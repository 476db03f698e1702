// Odd identifiers in paths (interface 4): they name nothing, so they are refused, and never answered for another resource. What their
// encoding means is left open; a redirect or an answer of the server's own, before any resource, is none of a resource either.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { RequestName } from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Account, CheckContext } from '../runner/context.js';
import { property, scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { listedInstruments } from '../words/listed-instruments.js';
import { READ } from '../words/needs.js';
import { requireAccepted } from '../words/require-accepted.js';

function expectNothingFound(t: CheckContext, { answer, error, record }: HttpExchange): void {
  if (answer === undefined && error?.code !== 'reset') t.inconclusive(`no answer: ${error?.message}`, [record]);
  // A server may cut a connection on which something came that is no request to it.
  const status = answer?.status ?? 400;
  t.expect.that(status >= 300 && status <= 499, {
    expected: 'a refusal',
    actual: `HTTP ${status}`,
    evidence: [record],
    shown: [
      [record, '/status', 'atLeast', 300],
      [record, '/status', 'atMost', 499],
    ],
  });
}

/** Around the identifier of an account that exists; `%` and `/` are escaped by the dialect. */
const SPOILED: readonly ((id: string) => string)[] = [
  (id) => `${id}?x`,
  (id) => `${id}#x`,
  (id) => `${id}/${id}`,
  (id) => `${id}/..`,
  (id) => `../${id}`,
  (id) => `${id}%2f`,
  (id) => `${id};x=1`,
  (id) => ` ${id}`,
  (id) => `${id} `,
  (id) => `${id}\u0000`,
  (id) => `${id}\n`,
  (id) => `${id}\u200b`,
  (id) => `${id},${id}`,
  (id) => `'${id}' or '1'='1`,
  ...['..', '.', '%', '*', '-1', 'null', 'undefined', '__proto__', '\ud83d\udcb0', 'x'.repeat(1500)].map(constant),
];

function constant(text: string): () => string {
  return () => text;
}

/** Whether an account has that very name: the profile names it, or the answer for it does, which that for another account would not. */
async function isAccount(t: CheckContext, account: Account, accountId: string): Promise<boolean> {
  if (t.namedAccountIds.includes(accountId)) return true;
  const { answer } = await account.request('account', { accountId });
  return answer !== undefined && isSuccessful(answer.status) && shows(answer.body ?? null, accountId);
}

function shows(value: JsonValue, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((inner) => shows(inner, text));
}

const READS: readonly RequestName[] = ['account', 'instruments', 'limits', 'conditions'];

property({
  id: 'domain.path-identifiers-literal/account',
  title: 'finds no account under an odd identifier, and does not fail over it',
  purposes: [66],
  needs: READ,
  async run(t) {
    await t.property(
      (fc) => {
        const spoiled = fc.constantFrom(...SPOILED);
        const random = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map(constant);
        return [
          fc.constantFrom(...READS),
          fc.oneof({ weight: 3, arbitrary: spoiled }, { weight: 1, arbitrary: random }),
        ];
      },
      async ({ account }, request, spoil) => {
        const accountId = spoil(account.id);
        if (accountId === account.id) return;
        const instrument = request === 'conditions' ? { instrument: account.instrument().name } : {};
        const found = await account.request(request, { ...instrument, accountId });
        // How an account is named is open (interface 2.1).
        if (isAnswered(found) && !accountId.includes(account.id) && (await isAccount(t, account, accountId))) return;
        expectNothingFound(t, found);
      },
      { runs: 24, shared: true },
    );
  },
});

property({
  id: 'domain.path-identifiers-literal/instrument',
  title: 'finds no conditions under an odd name of an instrument, and does not fail over it',
  purposes: [66],
  needs: READ,
  async run(t) {
    await t.property(
      (fc) => [fc.constantFrom(...SPOILED)],
      async ({ account }, spoil) => {
        const instrument = spoil(account.instrument().name);
        const found = await account.request('conditions', { instrument });
        // How an instrument is named is open (interface 2.4).
        if (isAnswered(found) && (await listedInstruments(t, account)).names.includes(instrument)) return;
        expectNothingFound(t, found);
      },
      { runs: 12, shared: true },
    );
  },
});

property({
  id: 'operations.unknown-id/odd-identifiers',
  title: 'invents no result for an odd operation_id, and does not fail over it',
  requirements: ['domain.path-identifiers-literal'],
  purposes: [30, 66],
  needs: READ,
  async run(t) {
    await t.property(
      (fc) => [fc.constantFrom(...SPOILED)],
      async ({ account }, spoil) => {
        const status = await account.request('operationStatus', { operationId: spoil('conformance-operation') });
        if (status.answer === undefined) t.inconclusive(`no answer: ${status.error?.message}`, [status]);
        t.expect.at(status, '/status', 'atMost', 499, { requirement: 'domain.path-identifiers-literal' });
        // What answers for an operation that never existed is open, a failure for that very reason included.
        t.expect.at(status, '/view/state', 'optional', { predicate: 'notEquals', expected: 'success' });
      },
      { runs: 12, shared: true },
    );
  },
});

/** As they are, not escaped: only a bare socket sends them so. */
for (const { id, words, spoil } of [
  { id: 'domain.path-identifiers-literal/account-empty', words: 'empty', spoil: () => '' },
  {
    id: 'domain.path-identifiers-literal/account-bare-question-mark',
    words: 'followed by a bare question mark',
    spoil: (id: string) => `${id}?x`,
  },
  {
    id: 'domain.path-identifiers-literal/account-extra-segment',
    words: 'followed by another segment',
    spoil: (id: string) => `${id}/${id}`,
  },
  { id: 'domain.path-identifiers-literal/account-encoded-dots', words: 'two encoded dots', spoil: () => '%2e%2e' },
  { id: 'domain.path-identifiers-literal/account-broken-escape', words: 'a broken percent escape', spoil: () => '%zz' },
  {
    id: 'domain.path-identifiers-literal/account-overlong-slash',
    words: 'an overlong encoding of a slash',
    spoil: (id: string) => `${id}%c0%af`,
  },
  {
    id: 'domain.path-identifiers-literal/account-encoded-nul',
    words: 'followed by an encoded NUL',
    spoil: (id: string) => `${id}%00`,
  },
  {
    id: 'domain.path-identifiers-literal/account-backslash',
    words: 'followed by a backslash',
    spoil: (id: string) => `${id}\\`,
  },
] as const) {
  scenario({
    id,
    title: `finds no account whose identifier is ${words} in the path as sent`,
    purposes: [66],
    needs: READ,
    async run(t) {
      requireAccepted(t, await t.account.exact('limits'), 'the read of the own account');
      const id = encodeURIComponent(t.account.id);
      const path = (written: string): string => written.replace(`/${id}/`, `/${spoil(id)}/`);
      expectNothingFound(t, await t.account.exact('limits', {}, { path }));
    },
  });
}
