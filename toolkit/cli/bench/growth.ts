// What costs the same for each piece however many there are: the same work at 1, 10 and 100 times the size. Counted is the processor's
// time, the best of several passes after some to warm up.
import { randomBytes } from 'node:crypto';
import { checkJournal } from '../../checkers/index.js';
import { order, Story } from '../../checkers/story.test.aid.js';
import { createRedactor } from '../../journal/redaction.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { type Comparison, ranked } from './comparison.js';

const TIMES: readonly number[] = [1, 10, 100];
const WARM = 20;
const PASSES = 3;

/** Prepares so many pieces; what it returns is timed. */
type Prepare = (pieces: number) => () => unknown;

export async function growth(): Promise<readonly Comparison[]> {
  return [
    await grown('History checkers', 'records', 3_000, (pieces) => {
      const { records } = tradingDay(pieces);
      return () => checkJournal(records);
    }),
    await grown('Redaction, each line with a signature of its own', 'lines', 300, (pieces) => {
      const signatures = Array.from({ length: pieces }, () => randomBytes(64).toString('base64url'));
      return () => {
        const redactor = createRedactor();
        for (const signature of signatures) {
          redactor.learnSignature(signature);
          redactor.redact(`{"headers":[["SVC-SIGN","${signature}"]],"body":"${signature.slice(0, 40)}"}`);
        }
      };
    }),
    await grown('Strict JSON, one document', 'members', 300, (pieces) => {
      const members = Array.from({ length: pieces }, (_, n) => `"member ${n}":{"volume":"0.1${n}","price":1.07${n}}`);
      const bytes = Buffer.from(`{${members.join(',')}}`);
      return () => readStrictJson(bytes);
    }),
  ];
}

async function grown(title: string, unit: string, pieces: number, prepare: Prepare): Promise<Comparison> {
  await prepare(pieces * WARM)();
  const rows: { readonly name: string; readonly perSecond: number }[] = [];
  for (const times of TIMES) {
    let best = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < PASSES; pass += 1) best = Math.min(best, await secondsOf(prepare(pieces * times)));
    rows.push({ name: `${pieces * times} ${unit}`, perSecond: (pieces * times) / best });
  }
  return ranked(`Growth: ${title}`, unit, rows);
}

async function secondsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Orders that are placed, told of, read and repeated; eight records each. */
function tradingDay(records: number): Story {
  const story = new Story();
  const stream = story.transactions();
  for (let n = 0; story.records.length < records; n += 1) {
    const [key, operationId] = [`order-${n}`, `op-${n}`];
    story.acknowledged('placeOrder', key, operationId);
    stream.event({ operationId, clientRequestId: key, orders: [order(`o-${n}`, { clientRequestId: key })] });
    story.read(operationId, 'success', { clientRequestId: key });
    story.acknowledged('placeOrder', key, operationId);
  }
  return story;
}
