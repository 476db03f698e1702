// What a watch finds of a client that makes no pauses: lapses that show in a rate alone, apart from those that any machine shows, and one
// after the other: only so are they as hasty as they are meant to be on a machine under load, too.
import { beforeAll, expect, it } from 'vitest';
import { type Venue, venueOf } from '../../../suites/clients/playing/testbed.js';
import type { Conduct } from '../../client/index.js';
import { conductOf, type Found, failedOf } from './watched-lapses.test.aid.js';

let venue: Venue;
beforeAll(async () => {
  venue = await venueOf('default', 7);
});

/** Nobody is hasty while the machine is busy with something else. */
const TRIES = 3;

const HASTY: readonly (readonly [string, Partial<Conduct>, Found])[] = [
  ['hammers', conductOf('hammers'), { check: 'delivery.client-any-close/watched-refused-handshakes (should)' }],
  ['hammers-on-401', conductOf('hammers-on-401'), { check: 'auth.client-refusal-heeded/watched-key-refused (should)' }],
  [
    'hammers-on-503',
    conductOf('hammers-on-503'),
    { check: 'idempotency.client-retry-ends/watched-unavailable (should)' },
  ],
  ['ignores-limits', conductOf('ignores-limits'), { check: 'limits.client-accounting/watched-quota-spent (should)' }],
  [
    'retries-429-reads',
    conductOf('retries-429-reads'),
    {
      check: 'limits.client-no-retry/watched-read (should)',
      after: ['idempotency.client-same-key/watched-answer-lost'],
    },
  ],
];

it.each(HASTY)('finds %s', { timeout: 240_000, retry: TRIES }, async (_, decisions, found) => {
  const failed = await failedOf(venue, decisions, found);
  expect(failed, failed.join('; ')).toContain(found.check);
});
