// Notes as lines for a person at a terminal: one line, and under a refusal what would have been right. A cause that was told before
// refers to the first time. Text of a peer is made harmless first.
import type { CommandNote, ControlNote, Note, Repeated, RequestNote, ResultNote, StreamNote } from './note.js';

const MAX_TARGET_CHARS = 200;
const MAX_REASON_CHARS = 600;
const MAX_HELP_CHARS = 1000;
/** Under the time of the line above. */
const INDENT = ' '.repeat(13);

export function noteLine(note: Note): string {
  switch (note.kind) {
    case 'request':
      return requestLine(note);
    case 'result':
      return resultLine(note);
    case 'stream':
      return streamLine(note);
    case 'refused-command':
      return refusedCommandLine(note);
    case 'control':
      return controlLine(note);
  }
}

function requestLine(note: RequestNote): string {
  const { reason, code, explanation } = note;
  const head = `${clockTime(note.at)} ${note.status} ${harmless(note.method, 20)} ${harmless(note.target, MAX_TARGET_CHARS)}`;
  const line = `${head} ${note.durationMs.toFixed(1)} ms`;
  if (reason === undefined) return line;
  const number = code === undefined || code === reason.name ? '' : ` (${code})`;
  const said = `${line}  ${reason.name}${number}: ${harmless(reason.detail, MAX_REASON_CHARS)}`;
  const repeated = reason.repeated && `same cause as at ${timesOf(reason.repeated)}`;
  return withHelp(said, repeated ?? explanation ?? quoted('body', note));
}

/** As `11:02:03.120 result op-1 placeOrder rejected  volume 0.013 is no multiple of volume_step 0.01: TRADING_RULE_…`. */
function resultLine({ at, operationId, operation, status, reason }: ResultNote): string {
  const line = `${clockTime(at)} result ${harmless(operationId, 100)} ${operation} ${status}`;
  if (reason === undefined) return line;
  const why =
    reason.repeated === undefined ? harmless(reason.detail, MAX_REASON_CHARS) : `as ${timesOf(reason.repeated)}`;
  return `${line}  ${why}: ${reason.name}`;
}

function streamLine({ at, stream, connection, text }: StreamNote): string {
  return `${clockTime(at)} ${stream} ${connection} ${harmless(text, MAX_REASON_CHARS)}`;
}

function refusedCommandLine(note: CommandNote): string {
  const { name, detail, repeated } = note.reason;
  const line = `${clockTime(note.at)} events ${note.connection} refused ${name}: ${harmless(detail, MAX_REASON_CHARS)}`;
  return withHelp(line, repeated === undefined ? quoted('frame', note) : `same cause as at ${timesOf(repeated)}`);
}

function controlLine({ action, status, answer }: ControlNote): string {
  return `control ${harmless(action, 60)} ${status} ${harmless(JSON.stringify(answer), 300)}`;
}

function quoted(
  what: string,
  { got, rightForm }: { readonly got?: string; readonly rightForm?: string },
): string | undefined {
  return got === undefined || rightForm === undefined
    ? undefined
    : `the ${what} was ${got}; the right form: ${rightForm}`;
}

function timesOf({ first, times }: Repeated): string {
  return `${first} (${times} times by now)`;
}

function withHelp(line: string, help: string | undefined): string {
  return help === undefined ? line : `${line}\n${INDENT}${harmless(help, MAX_HELP_CHARS)}`;
}

/** Without control characters, which a terminal would obey, and without excess. */
export function harmless(text: string, most: number): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
  return clean.length > most ? `${clean.slice(0, most)}...` : clean;
}

export function clockTime(at: string): string {
  return at.slice(11, 23);
}
