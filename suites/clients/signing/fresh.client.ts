// Interface 5.3, rule 8: each request gets a timestamp and a signature of its own. Equal reads within one millisecond are signed alike,
// so the second is asked for when the first was answered, and answers take their time.
import { slowReads } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, seenSo, together } from '../stage/grounds.js';
import { type SeenRequest, signedHeaderOf } from '../stage/seen.js';
import type { Stage } from '../stage/stage.js';

for (const [role, slug, title] of [
  ['signature', 'read-again', 'signs a read anew when it reads again'],
  ['timestamp', 'time-of-each', 'states the time of each request'],
] as const) {
  clientCheck(
    `auth.client-fresh-signature/${slug}`,
    { title, depth: 'wire', situation: slowReads, needs: { operations: ['read'] } },
    async (stage) => {
      const first = await readOnce(stage);
      const second = await readOnce(stage);
      stage.reached('a read that was answered before the same was read again', first.length > 0 && second.length > 0);
      const known = new Set(first.map((request) => signedHeaderOf(request, role)));
      const again = second.find((request) => known.has(signedHeaderOf(request, role)));
      const values = [...known].flatMap((one) => one ?? []);
      stage.expect.that(again === undefined, {
        // A signature is not kept whole; whoever signs another time signs other data.
        ...(role === 'timestamp' && {
          grounds: together(
            ...second.map((one) =>
              seenSo(
                one,
                ...values.map((value) => fact('/headers', 'none', { predicate: 'includes', expected: value })),
              ),
            ),
          ),
        }),
        expected: `another ${role} than that of the read before`,
        actual: `the same: ${again === undefined ? '' : signedHeaderOf(again, role)}`,
        evidence: again === undefined ? [] : [again, ...first],
      });
    },
  );
}

/** What the client sends when it is told to read, each answered by the time it is done. */
async function readOnce(stage: Stage): Promise<readonly SeenRequest[]> {
  const before = stage.seen.now;
  await stage.ask('read', { what: 'account' });
  return stage.seen
    .since(before)
    .requests('account')
    .filter(({ answer }) => answer !== undefined);
}
