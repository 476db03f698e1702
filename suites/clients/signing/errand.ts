// An errand: a client does one of everything that it can, and leaves the account as it was. What it sends on the way is what most
// checks of signing and form judge (interface 4; 5).
import type { HistoryInput, IntentReply, ReadInput, TradingIntent } from '../../../toolkit/intents/index.js';
import type { Stage, Task } from '../stage/stage.js';

/** What comes of it is other checks' matter; but a client that does not answer is not asked on and on. */
export async function runErrand(stage: Stage): Promise<void> {
  const { instrument } = stage;
  for (const what of READS) {
    if (!(await isAnswered(read(stage, { what, ...(what === 'conditions' && { instrument: instrument.name }) })))) return;
  }
  const order = stage.place();
  if (!(await isAnswered(order.reply))) return;
  if (isDone(order)) await read(stage, { what: 'status', of: order.intent });
  if (stage.has('cancel') && isDone(order) && !(await isAnswered(stage.cancel({ of: order.intent }).reply))) return;
  if (stage.has('open')) {
    const position = stage.open();
    if (!(await isAnswered(position.reply))) return;
    if (stage.has('close') && isDone(position)) await stage.close({ of: position.intent }).reply;
  }
  for (const what of ['orders', 'deals'] as const) if (!(await isAnswered(history(stage, { what, from: LONG_AGO })))) return;
}

const READS = ['account', 'instruments', 'conditions', 'limits', 'snapshot'] as const;

/** With an offset, whose plus sign a query must escape. */
export const LONG_AGO = '2020-01-01T00:00:00+00:00';

function isDone({ outcome }: Task<TradingIntent>): boolean {
  return outcome?.state === 'success' || outcome?.state === 'pending';
}

async function isAnswered(reply: Promise<IntentReply<never> | { readonly kind: string }>): Promise<boolean> {
  const { kind } = await reply;
  return kind !== 'silent' && kind !== 'gone';
}

const SKIPPED = { kind: 'skipped' };

function read(stage: Stage, input: ReadInput): Promise<{ readonly kind: string }> {
  return stage.has('read') ? stage.tell('read', input) : Promise.resolve(SKIPPED);
}

export function history(stage: Stage, input: HistoryInput): Promise<{ readonly kind: string }> {
  return stage.has('history') ? stage.tell('history', input) : Promise.resolve(SKIPPED);
}
