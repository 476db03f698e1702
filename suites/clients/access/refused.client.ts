// Interface 5.4: a refusal for the key, the signature or the rights tells what to look at; sending the same over and over changes nothing.
import { grouped } from '../../../toolkit/payload/grouped.js';
import type { WorldlyRefusal } from '../../../toolkit/reference/index.js';
import type { Situation } from '../situations/situation.js';
import { clientCheck } from '../stage/client-check.js';

/** Far beyond what a client that tries again now and then sends while an intent is waited for. */
const MOST = 20;

const REFUSALS: readonly (readonly [slug: string, words: string, refused: WorldlyRefusal])[] = [
  ['key', 'its API key', { status: 401, name: 'AUTH_INVALID_API_KEY' }],
  ['signature', 'its signature', { status: 401, name: 'AUTH_INVALID_SIGNATURE' }],
  ['rights', 'its rights', { status: 403, name: 'AUTH_PERMISSION_DENIED' }],
];

for (const [slug, words, refused] of REFUSALS) {
  const situation: Situation = {
    id: `refused-for-${slug}`,
    section: '5.4',
    points: [],
    summary: `Calls are refused for ${words}.`,
    incidents: [
      { on: 'mutation', times: 1000, refused },
      { on: 'read', times: 1000, refused },
    ],
  };
  clientCheck(
    `auth.client-refusal-heeded/placement-refused-for-${slug}`,
    { title: `does not hammer when it is refused for ${words}`, depth: 'wire', situation },
    async (stage) => {
      const order = stage.place();
      await order.reply;
      await stage.grace();
      // A client may read before it places, and hammer there.
      const refusedOnes = stage.seen
        .since(order.toldAt)
        .requests()
        .filter(({ answer }) => answer?.status === refused.status);
      stage.reached('a request that was refused', refusedOnes.length > 0);
      for (const [target, same] of grouped(refusedOnes, (request) => request.target)) {
        stage.expect.that(same.length <= MOST, {
          expected: `at most ${MOST} times the same request`,
          actual: `${same.length} times ${target}`,
          evidence: same.slice(-1),
        });
      }
    },
  );
}
