// What is signed for one thing asks for another (interface 5.2; 5.3, rule 4): the path counts up to its last name, and so does the
// query, on every read. The account in the path is among the damages; `requests/query.suite.ts` judges the query of one read in every
// way.
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import type { Damage } from '../../../toolkit/wire/exchange.js';
import { scenario } from '../../runner/registry.js';
import { listedInstruments } from '../../words/listed-instruments.js';
import { READ } from '../../words/needs.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { ENDPOINTS, sendTo } from '../endpoints.js';
import { expectWronglySigned } from '../requests/altered-query.js';

/** Signed as it stands, and sent for something else. */
function sentTo(path: string, what: string): Damage {
  return { name: `signed for one ${what}, sent for another`, wire: (request) => ({ ...request, path }) };
}

scenario({
  id: 'auth.path-matches/conditions-of-another-instrument',
  title: 'refuses conditions that were signed for another instrument',
  needs: READ,
  async run(t) {
    const { names } = await listedInstruments(t);
    const own = t.account.instrument().name;
    const other = names.find((name) => name !== own) ?? t.notApplicable('the account has one instrument alone');
    requireAccepted(t, await t.account.request('conditions', { instrument: other }), 'the conditions of the other one');
    const { path } = t.account.spec('conditions', { instrument: other });
    const damage = sentTo(path, 'instrument');
    t.expect.refused(
      await t.twin({ send: (options) => t.account.request('conditions', { instrument: own }, options), damage }),
    );
  },
});

scenario({
  id: 'auth.path-matches/status-of-another-operation',
  title: 'refuses the status of an operation that was signed for another one',
  async run(t) {
    const [one, other] = [await t.account.place(), await t.account.place()];
    // What the status shows before the operation ends is left open, a 404 included.
    for (const operation of [one, other]) await t.account.settle(operation);
    const { path } = t.account.spec('operationStatus', { operationId: other.operationId });
    const damage = sentTo(path, 'operation');
    t.expect.refused(
      await t.twin({
        send: (options) => t.account.request('operationStatus', { operationId: one.operationId }, options),
        damage,
      }),
    );
  },
});

const ALTERED = ['query-value-changed', 'query-parameter-added', 'query-not-signed'].map((id) => damageOf(id));
/** The query of the limits is judged in every way, and streams are opened without one. */
const QUERIED = ENDPOINTS.filter(({ request }) => request !== 'limits' && !request.endsWith('Stream'));

for (const endpoint of QUERIED) {
  scenario({
    id: `auth.query-signed/${endpoint.slug}`,
    title: `takes ${endpoint.words} for wrongly signed where the query is not the one that was signed`,
    needs: endpoint.needs,
    async run(t) {
      const send = await sendTo(t.account, endpoint);
      for (const { query = '', damage } of ALTERED) {
        expectWronglySigned(t, await send({ query }), await send({ query, damage }));
      }
    },
  });
}
