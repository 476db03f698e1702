// `GET /` and what it offers, in front of a service that introduces itself; none of it is part of the interface. Nothing answers
// until the sandbox is introduced, which that of a test or of `tsi run` never is, and nobody but this machine is answered.
import type { RawRequest } from '../domain.js';
import type { Gateway, GatewayAnswer } from '../http/gateway.js';
import { hostNameOf, isLoopback } from '../http/loopback.js';
import { pathOf } from '../http/raw-request.js';
import { introductionHtml, PAGE_POLICY } from './as-html.js';
import type { Introduction } from './introduction.js';

export class IntroductionEndpoint {
  introduction: Introduction | undefined;

  /** Stands before the service. */
  readonly gateway: Gateway = {
    before: ({ raw, isHandshake }) => {
      const isForIt = !isHandshake && raw.method === 'GET' && isOfThisMachine(raw);
      return this.introduction !== undefined && isForIt ? answerTo(this.introduction, raw) : undefined;
    },
  };
}

function answerTo(introduction: Introduction, raw: RawRequest): GatewayAnswer | undefined {
  const path = pathOf(raw.target);
  if (path === '/ui') return { status: 302, headers: ['Location', introduction.page] };
  if (path === '/') {
    return headerOf(raw, 'accept').includes('text/html')
      ? page(introductionHtml(introduction))
      : { status: 200, body: `${JSON.stringify(introduction, withoutCode, 2)}\n`, contentType: 'application/json' };
  }
  const client = introduction.clients.find(({ url }) => new URL(url).pathname === path);
  return client && { status: 200, body: client.code, contentType: 'text/plain; charset=utf-8' };
}

/** Each program stands under its own address; among the facts they would hide these. */
function withoutCode(member: string, value: unknown): unknown {
  return member === 'code' ? undefined : value;
}

function page(body: string): GatewayAnswer {
  const headers = ['Content-Security-Policy', PAGE_POLICY, 'X-Content-Type-Options', 'nosniff'];
  return { status: 200, body, contentType: 'text/html; charset=utf-8', headers };
}

/** By its address, and by the name under which it asks: a page elsewhere may have a name that was rebound to loopback. */
function isOfThisMachine(raw: RawRequest): boolean {
  return isLoopback(raw.remoteAddress) && isLoopback(hostNameOf(headerOf(raw, 'host')));
}

function headerOf({ headers }: RawRequest, name: string): string {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? '';
}
