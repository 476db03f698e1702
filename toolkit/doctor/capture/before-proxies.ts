// The request as its sender sent it, where a capture behind a proxy says so itself: what proxies hand on of a target that they rewrote.
import type { Capture } from './capture.js';

const ORIGINAL =
  /^x-(?:original-(?:uri|url|path|request-uri)|rewrite-(?:uri|url)|envoy-original-path|forwarded-(?:uri|path)|waws-unencoded-url)$/i;

/** Interface 5.2: the signed path is the target as it was sent, so the one that a proxy received comes nearer to it than its own. */
export function beforeProxies(capture: Capture): Capture {
  const value = (name: RegExp): string | undefined => capture.headers.find(([one]) => name.test(one))?.[1];
  const prefix = value(/^x-forwarded-prefix$/i)?.replace(/\/+$/, '');
  const original = value(ORIGINAL)?.replace(/^https?:\/\/[^/]*/i, '');
  const sent = original?.startsWith('/') ? original : prefix?.startsWith('/') ? prefix + capture.path : undefined;
  if (sent === undefined || sent === capture.path) return capture;
  return {
    ...capture,
    path: sent,
    notes: [...capture.notes, 'a proxy rewrote the target; judged is the one that it received'],
  };
}
