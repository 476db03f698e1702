// Progress of a run for people and programs: live on a TTY, plain lines elsewhere, JSON lines on request. The caller owns the stream.
// A failure is named at once, the first of its requirement, and told at the end. Colour is the caller's decision (`colorWanted`).
import { plural } from '../../toolkit/base/plural.js';
import type { CheckResult } from '../model/model.js';
import { forLog } from '../model/sanitize.js';
import { violatedBy } from '../model/violated.js';
import { checkLine } from './check-lines.js';
import { finalBlock } from './final-block.js';
import { createJsonProgress } from './json-lines.js';
import { createLiveArea, type LiveState } from './live.js';
import type { Progress } from './progress-shape.js';
import { duration, paintFor } from './style.js';
import { treeBlock } from './tree.js';

/** `text`: progress and a final block; `tree`: the requirements by section before it; `json`: JSON lines only. */
export type ProgressMode = 'text' | 'tree' | 'json';

export interface ProgressOptions {
  readonly stream: { write(text: string): unknown };
  readonly isTty: boolean;
  readonly color: boolean;
  readonly mode: ProgressMode;
  /** Width of the terminal; 80 when left out. */
  readonly columns?: number;
  /** Whether `ready` will tell that the target answers; whatever is known before is told at the end then. */
  readonly awaitsTarget?: boolean;
  /** Whether the log of the CI folds groups (`::group::`). */
  readonly folds?: boolean;
  /** Milliseconds from a monotonic clock, for tests. */
  readonly now?: () => number;
}

/** Without a terminal, a run of more checks than this prints only the first failure of each requirement, and how far it has come. */
const MOST_LINES = 50;

/** Without a terminal, a run that was silent for so long says what it waits for: checks that run alone may take minutes. */
const SILENT_MS = 30_000;
const LOOK_MS = 5_000;

/** `NO_COLOR` and `TERM=dumb` say no, `FORCE_COLOR` says yes, otherwise the terminal decides. */
export function colorWanted(env: Readonly<Record<string, string | undefined>>, isTty: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '' && forced !== '0') return true;
  return isTty && env['TERM'] !== 'dumb';
}

export function createProgress(options: ProgressOptions): Progress {
  const write = (text: string): unknown => options.stream.write(text);
  const now = options.now ?? ((): number => performance.now());
  if (options.mode === 'json') return createJsonProgress(write, now);
  const paint = paintFor(options.color);
  const running = new Map<string, number>();
  const begun = now();
  const tally = { total: 0, done: 0, failed: 0, undecided: 0 };
  const told = new Set<string>();
  let isReady = options.awaitsTarget !== true;
  const live = options.isTty
    ? createLiveArea(write, liveState, { columns: options.columns ?? 80, paint, now })
    : undefined;
  let printedMs = begun;
  const plain = (text: string): unknown => {
    if (text === '') return undefined;
    printedMs = now();
    return write(text);
  };
  const print = live === undefined ? plain : live.print;
  const watch =
    live === undefined ? setInterval(() => now() - printedMs >= SILENT_MS && print(underWay()), LOOK_MS) : undefined;
  watch?.unref();

  function liveState(): LiveState {
    const time = now();
    const ages = [...running].map(([id, since]) => [id, time - since] as const);
    return { ...tally, elapsedMs: time - begun, running: ages };
  }

  /** A line after every tenth of a run that is too long for a line per check. */
  function milestone(): string {
    const { total, done, failed, undecided } = tally;
    const tenths = Math.floor((done * 10) / total);
    if (!isReady || total <= MOST_LINES || tenths === Math.floor(((done - 1) * 10) / total)) return '';
    const counts = `${failed > 0 ? `, ${failed} failed` : ''}${undecided > 0 ? `, ${undecided} undecided` : ''}`;
    return paint('dim', `${done} of ${total} checks (${duration(now() - begun)}${counts})\n`);
  }

  /** What has run longest, which is what the rest waits for as a rule. */
  function underWay(): string {
    const [oldest] = [...running].sort((one, other) => one[1] - other[1]);
    if (!isReady || oldest === undefined) return '';
    const [id, sinceMs] = oldest;
    const time = now();
    const more = running.size > 1 ? `, and ${running.size - 1} more` : '';
    const line = `${tally.done} of ${tally.total} checks (${duration(time - begun)}); ${forLog(id)} runs for ${duration(time - sinceMs)}${more}`;
    return paint('dim', `${line}\n`);
  }

  function planned(): string {
    const { total, done } = tally;
    return `${plural(total, 'check')}${done > 0 ? `, ${total - done} of them can run here` : ''}\n`;
  }

  /** Checks that fail on one requirement have one cause as a rule: the first is named, the end tells how many there are. */
  function isFirstOfItsKind(check: CheckResult): boolean {
    const { verdict } = check;
    const kind = verdict === 'fail' ? violatedBy(check) : verdict;
    if ((verdict !== 'fail' && verdict !== 'error') || told.has(kind)) return false;
    told.add(kind);
    return true;
  }

  return {
    plan(total): void {
      tally.total = total;
      if (live !== undefined) live.changed();
      else if (isReady) print(planned());
    },
    ready(): void {
      if (!isReady && live === undefined) print(planned());
      isReady = true;
    },
    started(id): void {
      running.set(id, now());
      live?.changed();
    },
    finished(check): void {
      running.delete(check.id);
      tally.done += 1;
      if (check.verdict === 'fail' || check.verdict === 'error') tally.failed += 1;
      if (check.verdict === 'inconclusive') tally.undecided += 1;
      const isShort = live === undefined && tally.total <= MOST_LINES;
      if (isReady && (isShort || isFirstOfItsKind(check))) print(checkLine(check, paint));
      if (live === undefined) print(milestone());
      live?.changed();
    },
    note(text): void {
      print(`${forLog(text)}\n`);
    },
    end(results, files = []): void {
      live?.stop();
      clearInterval(watch);
      if (options.mode === 'tree') write(treeBlock(results, paint));
      const { columns = 80, folds = false } = options;
      write(finalBlock(results, { paint, columns, folds }, files));
    },
  };
}
