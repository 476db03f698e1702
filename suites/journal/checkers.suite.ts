// The history checkers as checks: each judges the journal of everything that the run did, after all other checks have ended. What
// a checker judges is in `toolkit/checkers`; here stand the test purposes that it covers and the claims without which it has no object.
import { CHECKERS, journalCheckOf } from '../../toolkit/checkers/index.js';
import type { CheckSpec } from '../runner/check.js';
import { history } from '../runner/registry.js';
import { assertResult, judgementOf } from '../words/judgement.js';

const OBJECTS: Readonly<Record<string, Pick<CheckSpec, 'purposes' | 'needs'>>> = {
  'operation-ids': { purposes: [23] },
  'idempotency-keys': { purposes: [22] },
  'key-records': { purposes: [22] },
  executions: { purposes: [22] },
  'results-delivered': { purposes: [24, 46] },
  'final-results': { purposes: [26, 27, 29] },
  echoes: { purposes: [39] },
  refusals: { purposes: [25, 31] },
  'status-form': { purposes: [29] },
  'entity-sets': { purposes: [38] },
  'only-changed': { purposes: [38] },
  'asked-for': { purposes: [27] },
  balances: { purposes: [37], needs: { control: ['account.deposit'] } },
  volumes: { purposes: [37], needs: { claims: ['positions'] } },
  snapshots: { purposes: [27, 41] },
  unsubscribed: { purposes: [47] },
  'snapshot-first': { purposes: [40] },
  'snapshots-owed': { purposes: [40] },
  'active-subscriptions': { purposes: [47, 52] },
  'own-account': { purposes: [47] },
  'history-pages': { purposes: [60], needs: { claims: ['dealHistory'] } },
  'history-entities': { purposes: [27], needs: { claims: ['dealHistory', 'positions'] } },
  'account-state': { needs: { claims: ['accountStateEvents'] } },
  'account-state-interval': { purposes: [50], needs: { claims: ['accountStateEvents'] } },
  'instrument-events': { needs: { claims: ['instrumentEvents'], control: ['instrument.update'] } },
  'hmr-form': { purposes: [49], needs: { claims: ['hmrEvents'] } },
  'period-times': { needs: { claims: ['hmrEvents'] } },
};

for (const checker of CHECKERS) {
  const { name, summary, requirements } = checker;
  history({
    id: journalCheckOf(checker),
    title: summary,
    requirements: requirements.slice(1),
    ...OBJECTS[name],
    async run(t) {
      assertResult(t, await judgementOf(t, name));
    },
  });
}
