import { expect, it } from 'vitest';
import { sampleCheck } from '../../../reports/sample.test.aid.js';
import { withRootCauses } from './root-causes.js';

const ACK = 'domain.client-ack-not-final';
const failed = (id: string, actual: string, violates = id.split('/')[0] ?? ''): Parameters<typeof sampleCheck>[0] => ({
  ...{ id, actual, verdict: 'fail' as const, requirements: [id.split('/')[0] ?? ''], violates: [violates] },
});
const causes = (...checks: Parameters<typeof sampleCheck>[0][]): readonly (string | undefined)[] =>
  withRootCauses(checks.map((one) => sampleCheck(one))).map(({ because }) => because);

it('names the ACK that was taken for a result as the cause of what else was told to be done', () => {
  const held = failed(`${ACK}/held`, 'success');
  expect(causes(failed('errors.client-rate-codes/a', 'success'), held)).toEqual([`${ACK}/held`, undefined]);
  expect(causes(failed('errors.client-rate-codes/a', 'refused'), held)).toEqual([undefined, undefined]);
  expect(causes(failed('numbers.client-reads-exact/a', 'success'), held)).toEqual([undefined, undefined]);
});

it('names none where no check of the cause itself fails', () => {
  const elsewhere = failed('domain.client-final-result/held', 'success', ACK);
  expect(causes(failed('errors.client-rate-codes/a', 'success'), elsewhere)).toEqual([undefined, undefined]);
});

it('lets a cause follow from none itself', () => {
  const [ack, lost, told] = causes(
    failed(`${ACK}/held`, 'success'),
    failed('idempotency.client-lost-answer/a', 'success'),
    failed('transactions.client-correlates/a', 'failed'),
  );
  expect([ack, lost, told]).toEqual([undefined, `${ACK}/held`, undefined]);
});
