// The path of another call that was signed properly before (interface 5.2; 5.3, rule 4): what the target has verified once says nothing of
// the next request, whichever of the two calls it is.
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';
import { requireAccepted } from '../../words/require-accepted.js';

for (const { id, words, signed, sent } of [
  {
    id: 'auth.path-matches/account-signed-as-limits',
    words: 'a read of the account that is signed as one of the limits',
    signed: 'limits',
    sent: 'account',
  },
  {
    id: 'auth.path-matches/limits-signed-as-instruments',
    words: 'a read of the limits that is signed as one of the instruments',
    signed: 'instruments',
    sent: 'limits',
  },
] as const) {
  scenario({
    id,
    title: `refuses ${words}, after either was accepted`,
    purposes: [63],
    needs: READ,
    async run(t) {
      for (const call of [signed, sent]) requireAccepted(t, await t.account.request(call), `the read of ${call}`);
      const { path } = t.account.spec(signed);
      const damage = { name: `signed path ${path}`, payload: (fields: object) => ({ ...fields, path }) };
      t.expect.refused(await t.account.request(sent, {}, { damage }));
    },
  });
}
