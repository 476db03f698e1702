// Interface 7.1, rule 2; 8: a client keeps within its quota, and does not by itself repeat what was refused for it.
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import { honest } from '../situations/answers.js';
import { smallQuota } from '../situations/refusals.js';
import { clientCheck } from '../stage/client-check.js';
import { amongRequests, fact, type Grounds, lastRecord } from '../stage/grounds.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage } from '../stage/stage.js';

const RATE = { status: 429, name: 'REQUEST_RATE_LIMIT' } as const;
/** What `small-quota` allows. */
const LIMIT = 5;
const PLACEMENTS = 12;
/** Whoever obeys the header comes within this. */
const AFTER_HEADER_MS = 1_600;

clientCheck(
  'limits.client-accounting/more-than-fits',
  {
    title: 'keeps within a quota that is smaller than what it is told to do',
    depth: 'wire',
    situation: smallQuota,
  },
  async (stage) => {
    if (!tellsWindow(stage)) stage.notApplicable('the limits of this venue do not tell how much fits into which time');
    const orders = Array.from({ length: PLACEMENTS }, () => stage.place());
    await Promise.all(orders.map(({ reply }) => reply));
    const sent = stage.seen.requests('placeOrder');
    // Slower is fine, but shows nothing.
    stage.reached('as many placements as the quota allows', sent.length >= LIMIT);
    const refused = sent.filter(({ answer }) => answer?.status === 429);
    stage.expect.that(refused.length === 0, {
      grounds: noneRefused(stage),
      expected: 'no placement beyond the quota',
      actual: `${refused.length} of ${sent.length} refused with 429`,
      evidence: refused,
      // What is late on its way counts later than the client has it.
      timely: true,
    });
  },
);

/** Of the answers to placements. */
function noneRefused({ seen }: Stage): Grounds {
  const [from, to] = [seen.requests('placeOrder')[0]?.record, lastRecord(seen)];
  if (from === undefined || to === undefined) return {};
  const facts = [fact('/parsed/request', 'equals', 'placeOrder'), fact('/parsed/status', 'equals', RATE.status)];
  return { among: [{ from, to, kind: 'ok', facts, most: 0 }] };
}

/** Without the number and its window nobody can keep within a quota. */
function tellsWindow({ service }: Stage): boolean {
  const { dialect } = service.profile;
  const limits = 'spec' in dialect ? memberOf(memberOf(dialect.spec, 'bodies'), 'limits') : undefined;
  return ['limit', 'windowMs'].every((name) => memberOf(limits, name) !== null);
}

clientCheck(
  'limits.client-no-retry/a-read',
  {
    title: 'does not by itself repeat a read that was refused for its rate',
    depth: 'wire',
    situation: honest,
    needs: { operations: ['read'] },
  },
  async (stage) => {
    await stage.grace();
    const before = stage.seen.now;
    if (stage.seen.requests('account').length > 1) stage.undecided('the client reads its account by itself');
    stage.arm({ on: 'account', refused: { ...RATE, headers: ['Retry-After', '1'] } });
    await stage.tell('read', { what: 'account' });
    await stage.eventually(() => stage.seen.since(before).requests('account').length > 1 || undefined, AFTER_HEADER_MS);
    const sent = stage.seen.since(before).requests('account');
    stage.reached('a read that was refused', sent[0]?.answer?.status === 429);
    stage.expect.that(sent.length === 1, {
      grounds: amongRequests(stage.seen, sent, ['account'], { least: 1, most: 1 }),
      expected: 'the read once',
      actual: `${sent.length} times`,
      evidence: [...sent].reverse(),
      timely: true,
    });
  },
);

clientCheck(
  'limits.client-no-retry/quota-used-up-by-others',
  {
    title: 'sends each placement once while others use its quota up',
    depth: 'wire',
    situation: honest,
  },
  async (stage) => {
    // At the very moment: whoever reads first how much remains finds nothing amiss.
    stage.arm({ on: 'placeOrder', refused: RATE });
    const first = stage.place();
    await first.reply;
    await stage.grace();
    const sent = sentFor(stage, first);
    stage.reached('a placement that was refused', sent[0]?.answer?.status === 429);
    stage.expect.that(sent.length === 1, {
      grounds: amongRequests(stage.seen, sent, ['placeOrder'], { least: 1, most: 1 }),
      expected: 'the placement once',
      actual: `${sent.length} times`,
      evidence: [...sent].reverse(),
      timely: true,
    });
  },
);
