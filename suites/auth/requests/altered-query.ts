// A query that is altered after signing, judged by the authentication code alone (interface 5.3, rule 4): reads publish no query of their
// own, so a target may refuse one that it does not know.
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckContext } from '../../runner/context.js';

/** 1001 by its code or its name: the target took the query for wrongly signed. */
export function isSignatureError(t: CheckContext, { answer }: HttpExchange): boolean {
  if (answer?.body === undefined || answer.status < 400) return false;
  const { code, message } = t.dialect.readError(answer.body);
  return String(code) === '1001' || message === 'AUTH_INVALID_SIGNATURE' || code === 'AUTH_INVALID_SIGNATURE';
}

/** Judges that the altered one of two requests was taken for wrongly signed, and is undecided where the intact one was, too. */
export function expectWronglySigned(t: CheckContext, intact: HttpExchange, altered: HttpExchange): void {
  if (isSignatureError(t, intact)) t.inconclusive('the intact query was taken for wrongly signed already', [intact]);
  t.expect.refused(altered);
  if (altered.answer?.body === undefined) {
    t.inconclusive('the altered query was refused without JSON, as by a firewall before the service', [altered]);
  }
  const status = intact.answer?.status ?? 0;
  if (status >= 400 && altered.answer?.status === status && !isSignatureError(t, altered)) {
    t.notApplicable('the target refuses a query that it does not know before it looks at the signature');
  }
  t.expect.that(isSignatureError(t, altered), {
    expected: '1001 AUTH_INVALID_SIGNATURE',
    actual: `HTTP ${altered.answer?.status} with another code`,
    evidence: [altered, intact],
    shown: [[altered, '/view/code', 'oneOf', [1001, '1001']]],
  });
}
