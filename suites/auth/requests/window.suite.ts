// The width of the accepted timestamp window (interface 5.3, rule 8; 8, other limits, rule 2): open, so it is measured on both sides and
// reported. Judged is that the present moment lies in it.
import { isSuccessful } from '../../../toolkit/base/is-successful.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';

const FIRST_MS = 500;
/** Beyond this `auth.timestamp-past-refused` and its twin judge. */
const FARTHEST_MS = 6 * 3_600_000;
const GROWTH = 4;
/** Of the width: the measurement ends when accepted and refused lie this near to each other. */
const PRECISION = { quick: 0.5, standard: 0.1, thorough: 0.01 } as const;

interface Edge {
  readonly acceptedMs: number;
  /** Undefined where even the farthest shift was accepted. */
  readonly refusedMs: number | undefined;
  readonly record: number;
}

async function edgeOf(t: CheckContext, sign: 1 | -1): Promise<Edge> {
  let record = 0;
  const isAccepted = async (ms: number): Promise<boolean> => {
    const exchange = await t.account.request('limits', {}, { shiftMs: sign * Math.round(ms) });
    record = exchange.record;
    const status = exchange.answer?.status ?? t.inconclusive('no answer came', [exchange]);
    if (status === 429 || status >= 500) t.inconclusive(`the target answered ${status}`, [exchange]);
    return isSuccessful(status);
  };
  let acceptedMs = 0;
  let refusedMs = FIRST_MS;
  while (refusedMs <= FARTHEST_MS && (await isAccepted(refusedMs))) {
    acceptedMs = refusedMs;
    refusedMs *= GROWTH;
  }
  if (refusedMs > FARTHEST_MS) return { acceptedMs, refusedMs: undefined, record };
  while (refusedMs - acceptedMs > Math.max(refusedMs * PRECISION[t.effort], 1)) {
    const middle = (acceptedMs + refusedMs) / 2;
    if (await isAccepted(middle)) acceptedMs = middle;
    else refusedMs = middle;
  }
  return { acceptedMs: Math.round(acceptedMs), refusedMs: Math.round(refusedMs), record };
}

scenario({
  id: 'auth.timestamp-near-accepted/width-as-reported',
  title: 'accepts the present moment; how far a timestamp may lie from it on either side is reported',
  purposes: [63],
  needs: READ,
  basic: true,
  async run(t) {
    t.expect.accepted(await t.account.request('limits'));
    const [past, future] = await Promise.all([edgeOf(t, -1), edgeOf(t, 1)]);
    for (const [side, { acceptedMs, refusedMs, record }] of Object.entries({ past, future })) {
      t.observe(
        `timestamp window towards the ${side}`,
        { accepted: acceptedMs, refused: refusedMs ?? null },
        { section: '8', unit: 'ms', evidence: [record] },
      );
    }
  },
});

scenario({
  id: 'auth.timestamp-near-accepted/after-a-later-one',
  title: 'accepts the present moment although a timestamp that lies later was accepted just before',
  // That timestamps need not rise is nowhere said; requests of one client overtake each other, so that no service should ask for it.
  level: 'should',
  purposes: [63],
  needs: READ,
  async run(t) {
    const later = await t.account.request('limits', {}, { shiftMs: FIRST_MS });
    const status = later.answer?.status;
    // How far the window reaches is open.
    if (status === undefined || status >= 300) t.inconclusive('a timestamp slightly ahead was not accepted', [later]);
    t.expect.accepted(await t.account.request('limits'));
  },
});
