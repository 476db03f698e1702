// One trouble that a client under watch is put into, and what is judged of it.
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { PlayedCheck } from '../playing/play.js';
import type { RecordRange } from '../stage/stage.js';
import type { Watched } from './watched.js';

export type WatchedId = `${ClientRequirementId}/${string}`;

export interface WatchedCheck {
  readonly id: WatchedId;
  readonly title: string;
}

export interface Scene extends WatchedCheck {
  /** With so many scenes left to play, this one among them. */
  readonly play: (watched: Watched, left: number) => Promise<Ending>;
}

/** What became of a check under watch. */
export type Judged = PlayedCheck & {
  /** A verdict of the checkers tells which records they were shown. */
  readonly seen?: RecordRange;
  /** What was found is in what was sent, however late that was: a machine that stands still makes no such finding. */
  readonly timeless?: true;
};

/** A verdict, or what gives it when the watch is over: who waits long acts in the time of another trouble. */
export type Ending = Judged | (() => Judged);
