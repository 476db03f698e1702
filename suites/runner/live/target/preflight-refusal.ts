// Why preflight could not have its first read accepted, in words for whoever starts the run, and what to do about it.
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { tlsAdvice } from '../../../../toolkit/wire/tls-advice.js';
import { describeAnswer } from '../verdict/answer.js';
import { NOTHING_THERE } from './built-parts.js';
import type { PreflightReport } from './preflight-report.js';
import type { Probed } from './probed-target.js';

export function refusal(
  target: Probed,
  exchange: HttpExchange | undefined,
): Pick<PreflightReport, 'outcome' | 'message' | 'advice'> {
  const { baseUrl } = target.profile;
  if (exchange?.error?.code === 'tls') {
    const { message } = exchange.error;
    return {
      outcome: 'unreachable',
      message: `no request can be sent to ${baseUrl}: ${message}`,
      advice: tlsAdvice(message),
    };
  }
  if (exchange?.answer === undefined) {
    const why = exchange?.error?.message ?? 'no request could be sent';
    const advice = 'start the target, or correct baseUrl in the profile, and run again';
    return { outcome: 'unreachable', message: `nothing answers at ${baseUrl}: ${why}`, advice };
  }
  const what = describeAnswer(exchange, target.read.error(exchange));
  const { method, path } = exchange.request;
  const first = `implement ${method} ${path} first (interface 4.4): everything rests on this read`;
  if (isWebPage(exchange)) {
    const message = `${baseUrl} answers like a web server, not like this interface: ${method} ${path} was answered with a page (${what})`;
    return { outcome: 'refused', message, advice: `correct baseUrl in the profile, or ${first}` };
  }
  if (NOTHING_THERE.includes(exchange.answer.status)) {
    const message = `${baseUrl} answers, and is not built yet: ${method} ${path} was answered with ${what}`;
    return {
      outcome: 'refused',
      message,
      advice: `${first}; if it is there, correct baseUrl or accounts.pool in the profile`,
    };
  }
  const advice =
    exchange.answer.status === 429
      ? 'lower limits.requestsPerSecond, or run when nobody else uses up the quota'
      : 'is it the right address, key and account? `tsi init --probe --profile FILE` tries what else it may be';
  const message = `${baseUrl} refuses a correctly signed read: ${method} ${path} was answered with ${what}`;
  return { outcome: 'refused', message: `${message}; ${advice}`, advice };
}

/** No body of the interface is shown, but none is a page for people. */
export function isWebPage({ answer }: HttpExchange): boolean {
  return answer?.body === undefined && /^text\/html\b/i.test(answer?.headers['content-type'] ?? '');
}
