// Spellings of numbers (interface 1, rule 6; 4.1). Volumes and prices are decimal strings; whether signs, leading zeros, exponents and
// digits of other scripts are taken is left open, so a form is held against the target only where no reading of it is a valid volume.
import type { Account, CheckContext, Submission } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { placementBody } from '../words/calls/placement-body.js';
import { countFrom } from '../words/trading/executions.js';

/** What stands in the body in place of the quoted volume: beyond any volume_max, below any volume_min, or no number at all. */
const HOPELESS: readonly string[] = [
  ...'1e400,-0,-1,0,9007199254740993,NaN,-Infinity,1e,true,[],{}'.split(','),
  ...'"-0","-1","0","0.0","1e400","9007199254740993","1e","--1","1 2","0b1","1\\u0000",".","-"," "'.split(','),
];

/** Some reading of these is a valid volume, for a reader that takes more than JSON among others. */
const OPEN: readonly string[] = [
  ...'1,1.0,1e0,1.,.5,+1,01,0x1'.split(','),
  ...'"+1","01","1.",".5","1e0","1E+0"," 1","1 ","1\\n","1_0","\\u0661","\\uff11"'.split(','),
];

async function submitWith(t: CheckContext, account: Account, token: string): Promise<Submission> {
  const order = await account.order();
  const body = placementBody(t, order, account);
  const quoted = `"${String(order.volume)}"`;
  if (!body.includes(quoted)) t.inconclusive('the dialect writes no body with the volume as text');
  return account.submit(order, { body: body.replace(quoted, () => token) });
}

property({
  id: 'orders.volume-malformed-refused/number-forms',
  title: 'executes no order whose volume is in no reading a valid one, and does not fail over any spelling',
  requirements: ['orders.sync-code-500', 'domain.every-ack-one-result'],
  purposes: [62],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [fc.shuffledSubarray([...HOPELESS, ...OPEN], { minLength: 4, maxLength: 8 })],
      async ({ account }, tokens) => {
        const executions = await countFrom(t, account);
        await account.place();
        let orders = 1;
        const refused: Submission[] = [];
        for (const token of tokens) {
          const submission = await submitWith(t, account, token);
          if (!submission.accepted) {
            refused.push(submission);
            continue;
          }
          const result = await account.settle(submission);
          if (HOPELESS.includes(token)) {
            t.expect.that(result.status !== 'success', {
              expected: `no order with the volume ${token}`,
              actual: 'result success',
              evidence: [result, submission],
            });
          }
          if (result.status === 'success') orders += 1;
        }
        await executions.expect({ orders }, { requirement: 'domain.every-ack-one-result' });
        for (const one of refused) t.expect.at(one, '/status', 'atMost', 499, { requirement: 'orders.sync-code-500' });
      },
      { runs: 6 },
    );
  },
});
