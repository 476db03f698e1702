// The log of one request: its line, and under a refused signature the doctor's explanation, where the sandbox brings one.

import type { RawRequest, Refusal } from '../domain.js';
import { harmless, requestLine } from './log-line.js';
import type { Service } from './service.js';

export interface Logged {
  readonly raw: RawRequest;
  readonly status: number;
  readonly durationMs: number;
  readonly refusal: Refusal | undefined;
}

const MAX_EXPLANATION_CHARS = 1000;

export function logRequest({ log, explain }: Service, { raw, status, durationMs, refusal }: Logged): void {
  if (log === undefined) return;
  const { receivedAtMs: atMs, method, target } = raw;
  log(requestLine({ atMs, method, target, status, durationMs, refusal }));
  const explanation = refusal === undefined ? undefined : explain?.(raw, refusal);
  if (explanation !== undefined) log(`             ${harmless(explanation, MAX_EXPLANATION_CHARS)}`);
}
