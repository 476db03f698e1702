// What a running sandbox tells of itself, as data. The log is one rendering of it, `tsi serve --explain json` another, the page at
// `/ui` a third. Help of the sandbox, and never part of an answer (interface 5.3, rule 11).
import type { JsonValue } from '../../payload/json.js';
import type { ResultStatus } from '../domain.js';

/** Where the same cause was first told, and how often it came by now, this time included. */
export interface Repeated {
  readonly first: string;
  readonly times: number;
}

/** Why something was refused or ended otherwise than asked for. */
export interface Reason {
  /** The public name, such as `TRADING_RULE_INVALID_VOLUME_STEP`. */
  readonly name: string;
  /** What was expected, and what came. */
  readonly detail: string;
  readonly repeated?: Repeated;
}

export interface RequestNote {
  readonly kind: 'request';
  /** ISO 8601, by the clock of the service. */
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly durationMs: number;
  /** `error.code` of the refusal. */
  readonly code?: number | string;
  readonly reason?: Reason;
  /** What the doctor says of a refused signature. */
  readonly explanation?: string;
  /** The body that was refused, and one of the right form. */
  readonly got?: string;
  readonly rightForm?: string;
}

export interface ResultNote {
  readonly kind: 'result';
  readonly at: string;
  readonly accountId: string;
  readonly operation: string;
  readonly operationId: string;
  readonly status: ResultStatus;
  readonly reason?: Reason;
}

export interface StreamNote {
  readonly kind: 'stream';
  readonly at: string;
  readonly stream: string;
  readonly connection: string;
  readonly accountId: string;
  readonly text: string;
}

export interface CommandNote {
  readonly kind: 'refused-command';
  readonly at: string;
  readonly connection: string;
  readonly accountId: string;
  readonly reason: Reason;
  /** The frame as it came. */
  readonly got: string;
  readonly rightForm: string;
}

export interface ControlNote {
  readonly kind: 'control';
  readonly action: string;
  readonly status: number;
  readonly answer: JsonValue;
}

export type Note = RequestNote | ResultNote | StreamNote | CommandNote | ControlNote;

/** One readable line or several, and what they were made of. */
export type Log = (line: string, note?: Note) => void;
