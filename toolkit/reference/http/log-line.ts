// One readable line per request and stream event, with the reason of every refusal: which rule failed, expected and got.
// The reason is the sandbox's own help and never part of an answer (interface 5.3, rule 11). Text of a peer is made harmless first.

import type { Refusal } from '../domain.js';

export type Log = (line: string) => void;

const MAX_TARGET_CHARS = 200;
const MAX_REASON_CHARS = 600;

export interface RequestLine {
  readonly atMs: number;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly durationMs: number;
  readonly refusal: Refusal | undefined;
}

export function requestLine(line: RequestLine): string {
  const { refusal } = line;
  const reason =
    refusal === undefined
      ? ''
      : `${refusal.name}${refusal.code === refusal.name ? '' : ` (${refusal.code})`}: ${harmless(refusal.detail, MAX_REASON_CHARS)}`;
  const head = `${clockTime(line.atMs)} ${line.status} ${harmless(line.method, 20)} ${harmless(line.target, MAX_TARGET_CHARS)}`;
  return `${head} ${line.durationMs.toFixed(1)} ms${reason === '' ? '' : `  ${reason}`}`;
}

export function streamLine(atMs: number, connection: string, text: string): string {
  return `${clockTime(atMs)} ${connection} ${harmless(text, MAX_REASON_CHARS)}`;
}

/** Without control characters, which a terminal would obey, and without excess. */
export function harmless(text: string, most: number): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
  return clean.length > most ? `${clean.slice(0, most)}...` : clean;
}

function clockTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
