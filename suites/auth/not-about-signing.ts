// A sound request that whatever follows signing may refuse for reasons of its own.
import type { CheckContext, Submission } from '../runner/context.js';

/** Judges that it was answered, and not with 401. */
export function expectNotAboutSigning(t: CheckContext, { exchange, error }: Submission): void {
  const status = exchange.answer?.status ?? t.inconclusive('the order was not answered', [exchange.record]);
  t.expect.that(status !== 401, {
    expected: 'any answer but one about signing',
    actual: `HTTP ${status} ${error?.message ?? ''}`,
    evidence: [exchange.record],
  });
}
