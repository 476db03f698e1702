// One HTTP exchange as its listener hears it (`traffic.ts`): the head when it arrives, and the answer when the kernel has it or when it
// can no longer come.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Rendered } from './answer.js';
import { headerPairs } from './raw-request.js';
import type { Delivery, GivenAnswer, RequestListener, Traffic } from './traffic.js';

export function hear(traffic: Traffic, request: IncomingMessage, response: ServerResponse): RequestListener {
  const heard = traffic.listener.request({
    connection: traffic.numberOf(request.socket),
    method: request.method ?? '',
    target: request.url ?? '',
    headers: headerPairs(request.rawHeaders),
  });
  response.once('close', () => {
    if (!request.complete) heard.abandoned();
  });
  return heard;
}

/** Tells how much of an answer goes out: nothing where the connection is cut in its place. */
export function hearAnswer(heard: RequestListener, response: ServerResponse, rendered: Rendered | undefined): void {
  const answer = rendered && givenAnswer(rendered);
  if (rendered === undefined || response.destroyed) {
    heard.answered(answer, 'cut-before');
    return;
  }
  let isTold = false;
  const tell = (delivered: Delivery): void => {
    if (!isTold) heard.answered(answer, delivered);
    isTold = true;
  };
  response.once('finish', () => tell('whole'));
  response.once('close', () => tell(response.headersSent ? 'cut-inside' : 'cut-before'));
}

export function givenAnswer({ status, headers, body }: Rendered): GivenAnswer {
  return { status, headers: headerPairs(headers), body: typeof body === 'string' ? Buffer.from(body) : body };
}
