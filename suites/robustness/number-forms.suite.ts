// Spellings of numbers (interface 1, rule 6; 4.1). Volumes and prices are decimal strings; whether signs, leading zeros, exponents and
// digits of other scripts are taken is left open, so a form is held against the target only where no reading of it is a valid volume.
import type { CheckContext, Submission } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

interface Form {
  /** What stands in the body in place of the quoted volume. */
  readonly token: string;
  /** Whether every reading of it breaks a rule, so that it can never take effect. */
  readonly isHopeless: boolean;
}

const hopeless = (token: string): Form => ({ token, isHopeless: true });
const open = (token: string): Form => ({ token, isHopeless: false });

/** Beyond any volume_max, below any volume_min, or no number at all. */
const FORMS: readonly Form[] = [
  ...[
    '1e400',
    '-0',
    '-1',
    '0',
    '9007199254740993',
    '1.',
    '.5',
    '+1',
    '01',
    '0x1',
    'NaN',
    '-Infinity',
    '1e',
    'true',
    '[]',
    '{}',
  ].map(hopeless),
  ...[
    '"-0"',
    '"-1"',
    '"0"',
    '"0.0"',
    '"1e400"',
    '"9007199254740993"',
    '"1e"',
    '"--1"',
    '"1 2"',
    '"0b1"',
    '"1\\u0000"',
    '"."',
    '"-"',
    '" "',
  ].map(hopeless),
  ...[
    '1',
    '1.0',
    '1e0',
    '"+1"',
    '"01"',
    '"1."',
    '".5"',
    '"1e0"',
    '"1E+0"',
    '" 1"',
    '"1 "',
    '"1\\n"',
    '"1_0"',
    '"\\u0661"',
    '"\\uff11"',
  ].map(open),
];

async function submitForm(t: CheckContext, account: CheckContext['account'], token: string): Promise<Submission> {
  const params = await account.order();
  const sound = account.spec('placeOrder', params).body;
  const quoted = `"${String(params.volume)}"`;
  if (typeof sound !== 'string' || !sound.includes(quoted))
    return t.inconclusive('the dialect writes no body with the volume as text');
  return await account.submit(params, { body: sound.replace(quoted, () => token) });
}

property({
  id: 'orders.volume-malformed-refused/number-forms',
  title: 'executes no order whose volume is in no reading a valid one, and does not fail over any spelling',
  requirements: ['orders.sync-code-500', 'domain.every-ack-one-result'],
  purposes: [62],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [fc.shuffledSubarray([...FORMS], { minLength: 4, maxLength: 8 })],
      async ({ account }, forms) => {
        const executions = await countFrom(t, account);
        const good = await account.submit(await account.order());
        if (!good.accepted) t.inconclusive('an ordinary volume was refused', [good.exchange.record]);
        let successes = 1;
        for (const { token, isHopeless } of forms) {
          const submission = await submitForm(t, account, token);
          t.expect.at(submission.exchange.record, '/status', 'atMost', 499, { requirement: 'orders.sync-code-500' });
          if (!submission.accepted) continue;
          const result = await account.settle(submission);
          if (isHopeless) {
            t.expect.that(result.status !== 'success', {
              expected: `no order with the volume ${token}`,
              actual: 'result success',
              evidence: [result.record, submission.exchange.record],
            });
          }
          if (result.status === 'success') successes += 1;
        }
        await executions.expect({ orders: successes }, { requirement: 'domain.every-ack-one-result' });
      },
      { runs: 6 },
    );
  },
});
