// Situations of idempotency keys: repeats and conflicts at every point in the life of an operation (interface 7.1, rule 1; 8).
import type { Call, Entry } from '../../../toolkit/checkers/index.js';
import { bodyOf, type Scene, type SceneKey } from './scene.js';
import { leavesToChange, performs, type Situation, wasPerformed } from './situation.js';

/** What is known of the key of a request that is not the first with it. */
function known(entry: Entry, scene: Scene): { readonly call: Call; readonly key: SceneKey } | undefined {
  if (!leavesToChange(entry) || entry.key === undefined) return undefined;
  const key = scene.keys.get(entry.key);
  return key === undefined ? undefined : { call: entry, key };
}

function repeats(entry: Entry, scene: Scene, holds: (key: SceneKey) => boolean): boolean {
  const found = known(entry, scene);
  return found !== undefined && found.key.body === bodyOf(found.call) && holds(found.key);
}

function conflicts(entry: Entry, scene: Scene, holds: (key: SceneKey) => boolean): boolean {
  const found = known(entry, scene);
  if (found === undefined || found.key.request !== found.call.request) return false;
  return found.key.body !== bodyOf(found.call) && holds(found.key);
}

const isUntold = ({ operation }: SceneKey): boolean => operation !== undefined && operation.status === undefined;
const ended = (status: string) => (key: SceneKey) => key.operation?.status === status;

export const OF_KEYS: readonly Situation[] = [
  {
    id: 'repeat-in-flight',
    sentence: 'A request was repeated while the original was on its way.',
    sees: (entry, scene) => repeats(entry, scene, ({ inFlight }) => inFlight > 0),
  },
  {
    id: 'repeated-thrice-in-flight',
    sentence: 'Three requests with one key were on their way at once.',
    sees: (entry, scene) => repeats(entry, scene, ({ inFlight }) => inFlight > 1),
  },
  {
    id: 'repeat-before-result',
    sentence: 'A request was repeated between its ACK and its result.',
    sees: (entry, scene) => repeats(entry, scene, isUntold),
  },
  {
    id: 'repeat-after-success',
    sentence: 'A request was repeated after it had succeeded.',
    sees: (entry, scene) => repeats(entry, scene, ended('success')),
  },
  {
    id: 'repeat-after-rejection',
    sentence: 'A request was repeated after it had been rejected.',
    sees: (entry, scene) => repeats(entry, scene, ended('rejected')),
  },
  {
    id: 'repeat-of-opening',
    sentence: 'An opening was repeated under its key.',
    needs: ['positions'],
    sees: (entry, scene) => repeats(entry, scene, ({ request }) => request === 'openPosition'),
  },
  {
    id: 'repeat-of-close',
    sentence: 'A close was repeated under its key.',
    needs: ['closePosition'],
    sees: (entry, scene) => repeats(entry, scene, ({ request }) => request === 'closePosition'),
  },
  {
    id: 'repeat-of-cancellation',
    sentence: 'A cancellation was repeated under its key.',
    needs: ['cancelOrder'],
    sees: (entry, scene) => repeats(entry, scene, ({ request }) => request === 'cancelOrder'),
  },
  {
    id: 'repeat-after-reconnect',
    sentence: 'A request was repeated after a stream had been opened since.',
    sees: (entry, scene) => repeats(entry, scene, ({ streams }) => streams < scene.opened),
  },
  {
    id: 'repeat-after-expiry',
    sentence: 'A request was repeated after the records of keys had been made to expire.',
    needs: ['idempotency.expire'],
    sees: (entry, scene) => repeats(entry, scene, () => wasPerformed(scene, 'idempotency.expire')),
  },
  {
    id: 'conflict-in-flight',
    sentence: 'A key came with another payload while the first was on its way.',
    sees: (entry, scene) => conflicts(entry, scene, ({ inFlight }) => inFlight > 0),
  },
  {
    id: 'conflict-before-result',
    sentence: 'A key came with another payload between ACK and result of the first.',
    sees: (entry, scene) => conflicts(entry, scene, isUntold),
  },
  {
    id: 'conflict-after-success',
    sentence: 'A key came with another payload after the first had succeeded.',
    sees: (entry, scene) => conflicts(entry, scene, ended('success')),
  },
  {
    id: 'conflict-after-rejection',
    sentence: 'A key came with another payload after the first had been rejected.',
    sees: (entry, scene) => conflicts(entry, scene, ended('rejected')),
  },
  {
    id: 'keys-made-to-expire',
    sentence: 'The records of keys were made to expire while an operation had no result.',
    needs: ['idempotency.expire', 'operation.hold'],
    sees: (entry, scene) => performs(entry, 'idempotency.expire') && scene.unfinished.size > 0,
  },
];
