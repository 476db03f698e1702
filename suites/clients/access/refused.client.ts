// Interface 5.4: a refusal for the key, the signature or the rights tells what to look at; sending the same over and over changes nothing.
import { grouped } from '../../../toolkit/base/grouped.js';
import { refusedForKey, refusedForRights, refusedForSignature } from '../situations/refusals.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests } from '../stage/grounds.js';

/** Far beyond what a client that tries again now and then sends while an intent is waited for. */
const MOST = 20;

const REFUSALS = [
  ['key', 'its API key', refusedForKey, 401],
  ['signature', 'its signature', refusedForSignature, 401],
  ['rights', 'its rights', refusedForRights, 403],
] as const;

for (const [slug, words, situation, status] of REFUSALS) {
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
        .filter(({ answer }) => answer?.status === status);
      stage.reached('a request that was refused', refusedOnes.length > 0);
      for (const [target, same] of grouped(refusedOnes, (request) => request.target)) {
        stage.expect.that(same.length <= MOST, {
          grounds: amongRequests(stage.seen, same, [...new Set(same.map(({ read }) => read.request))], { most: MOST }),
          expected: `at most ${MOST} times the same request`,
          actual: `${same.length} times ${target}`,
          evidence: same.slice(-1),
        });
      }
    },
  );
}
