// What operation status shows of an ended operation stays (interface 4.3; 7.2; 8): whatever it was and however it ended, its result, its
// key and its error are there once more after it was repeated, after its key came with something else, after the account has done more,
// when it is read over and over, and some seconds later. Kept for how long is the target's own: what is not shown any more is not judged.

import type { JsonValue } from '../../toolkit/payload/json.js';
import { isNegativeStatus } from '../../toolkit/payload/vocabulary.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext, ContextTrial, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { DELAY_MS, type Deed, deedOf, done, weightOf } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { laterStatus } from '../words/trading/later-status.js';

scenario({
  id: 'operations.final-result-stays/in-contexts',
  title: 'shows result, key and error of an operation of any kind for as long as it shows it, whatever comes after',
  requirements: [
    'operations.client-request-id-echo',
    'operations.error-agrees-with-event',
    'operations.error-code-when-rejected',
    'operations.error-code-when-failed',
    'operations.error-message-when-rejected',
    'operations.error-message-when-failed',
  ],
  purposes: [29],
  needs: { accounts: 0 },
  contexts: {
    operation: 'all',
    result: 'all',
    orderType: 'all',
    side: 'all',
    instrument: ['first', 'last'],
    key: 'all',
  },
  waitMs: 5000,
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account } = trial;
      const instrument = await instrumentOf(t, trial);
      const deed = await deedOf(t, trial, instrument);
      const placed = await done(t, trial, deed);
      const { status, record } = await account.settle(placed);
      const shown = { deed, placed, status, errorCode: await codeOf(t, trial, placed), record };
      const again = (params: Deed['params']): Promise<unknown> =>
        account.submit(params, { request: deed.request, idempotencyKey: placed.key });
      await again(deed.params);
      await expectStays(t, trial, shown);
      // Another payload, whether it is refused as it ought to be or not.
      await again({ ...deed.params, volume: String((await account.order({ instrument })).volume), side: 'buy' });
      await expectStays(t, trial, shown);
      await account.openOrder({ instrument });
      await pause(DELAY_MS.seconds, t.signal);
      for (let reading = 0; reading < 2; reading += 1) await expectStays(t, trial, shown);
    }),
});

interface Shown {
  readonly deed: Deed;
  readonly placed: Placed;
  readonly status: string;
  readonly errorCode: JsonValue | undefined;
  readonly record: number;
}

async function codeOf(t: CheckContext, { account }: ContextTrial, placed: Placed): Promise<Shown['errorCode']> {
  const read = await laterStatus(t, placed, account);
  return isAnswered(read) ? t.dialect.readOperation(read.answer?.body ?? null).errorCode : undefined;
}

async function expectStays(t: CheckContext, { account }: ContextTrial, shown: Shown): Promise<void> {
  const { deed, placed, status, errorCode } = shown;
  const weight = weightOf(deed);
  const read = await laterStatus(t, placed, account);
  if (!isAnswered(read)) return;
  const { record } = read;
  t.expect.at(record, '/view/state', 'equals', status, weight);
  t.expect.at(record, '/view/clientRequestId', 'equals', placed.key, {
    requirement: 'operations.client-request-id-echo',
    ...weight,
  });
  if (!isNegativeStatus(status)) return;
  const word = status === 'failed' ? 'failed' : 'rejected';
  t.expect.at(record, '/view/errorCode', 'present', { requirement: `operations.error-code-when-${word}`, ...weight });
  t.expect.at(record, '/view/errorMessage', 'present', {
    requirement: `operations.error-message-when-${word}`,
    ...weight,
  });
  if (errorCode === undefined) return;
  t.expect.at(record, '/view/errorCode', 'equals', errorCode, {
    requirement: 'operations.error-agrees-with-event',
    ...weight,
  });
}
