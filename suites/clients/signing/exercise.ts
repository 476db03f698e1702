// A client is exercised: it does something of what it can, and leaves the account as it was. What it sends on the way is what most checks
// of signing and form judge (interface 4; 5).
import type { HistoryInput, ReadInput, TradingIntent } from '../../../toolkit/intents/index.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { judgementOf } from '../stage/sent-history.js';
import type { Stage, Task } from '../stage/stage.js';

interface Replied {
  readonly kind: string;
}

/** With an offset, whose plus sign a query must escape. */
export const LONG_AGO = '2020-01-01T00:00:00+00:00';

/** What venues have parameters for. */
export const PART_OF_HISTORY: Pick<HistoryInput, 'from' | 'limit'> = { from: LONG_AGO, limit: 50 };

/**
 * Begins without a stream, and runs until that is over or shows a violation. Whether the client gets ready, and what it makes of the
 * answers, is other checks' matter: it may be refused for the very thing that is judged.
 */
export async function exercise(
  stage: Stage,
  requirement: ClientRequirementId,
  run: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { kind } = await stage.begin({ required: false });
  if (kind === 'silent' || kind === 'gone') return;
  let over = false;
  let looked = -1;
  const done = run(stage).finally(() => {
    over = true;
  });
  const violated = stage.eventually(() => {
    const seen = stage.seen.all.length + stage.seen.handshakes().length;
    if (over || seen === looked) return over || undefined;
    looked = seen;
    return judgementOf(stage.seen, requirement).findings.length > 0 || undefined;
  }, LONGEST_MS);
  await Promise.race([done, violated]);
  done.catch(() => undefined);
}

const LONGEST_MS = 60_000;

/** A read and a placement: what has a body and what has none. What comes of them is other checks' matter. */
export async function readAndPlacement(stage: Stage): Promise<void> {
  if (await isAnswered(read(stage, { what: 'limits' }))) await stage.place().reply;
}

/** One of everything; a client that does not answer is not asked on and on. */
export async function everyRequest(stage: Stage): Promise<void> {
  const instrument = stage.instrument.name;
  for (const what of ['account', 'instruments', 'limits', 'snapshot'] as const) {
    if (!(await isAnswered(read(stage, { what })))) return;
  }
  if (!(await isAnswered(read(stage, { what: 'conditions', instrument })))) return;
  const order = stage.place();
  if (!(await isAnswered(order.reply))) return;
  if (isDone(order)) await read(stage, { what: 'status', of: order.intent });
  if (stage.has('cancel') && isDone(order) && !(await isAnswered(stage.cancel({ of: order.intent }).reply))) return;
  if (stage.has('open')) {
    const position = stage.open();
    if (!(await isAnswered(position.reply))) return;
    if (stage.has('close') && isDone(position)) await stage.close({ of: position.intent }).reply;
  }
  for (const what of ['orders', 'deals'] as const) {
    if (!(await isAnswered(history(stage, { what, ...PART_OF_HISTORY })))) return;
  }
}

const SKIPPED: Replied = { kind: 'skipped' };

export function read(stage: Stage, input: ReadInput): Promise<Replied> {
  return stage.has('read') ? stage.tell('read', input) : Promise.resolve(SKIPPED);
}

export function history(stage: Stage, input: HistoryInput): Promise<Replied> {
  return stage.has('history') ? stage.tell('history', input) : Promise.resolve(SKIPPED);
}

function isDone({ outcome }: Task<TradingIntent>): boolean {
  return outcome?.state === 'success' || outcome?.state === 'pending';
}

async function isAnswered(reply: Promise<Replied>): Promise<boolean> {
  const { kind } = await reply;
  return kind !== 'silent' && kind !== 'gone';
}
