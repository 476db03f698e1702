// The live part on a TTY: a bar, what is running longest, marks on what is slow. Everything else is printed above it and stays.
import { forLogLine } from '../model/sanitize.js';
import { duration, type Paint } from './style.js';

const SLOW_MS = 3_000;
const SHOWN = 4;
const TICK_MS = 120;
const LEAST_MS_BETWEEN_PAINTS = 40;

export interface LiveState {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly undecided: number;
  readonly elapsedMs: number;
  /** Ids of running checks with their age. */
  readonly running: readonly (readonly [id: string, ageMs: number])[];
}

export interface LiveArea {
  /** Prints text that stays, above the live part. */
  print(text: string): void;
  /** The state changed. */
  changed(): void;
  /** Takes the live part away for good. */
  stop(): void;
}

export function createLiveArea(
  write: (text: string) => unknown,
  state: () => LiveState,
  options: { readonly columns: number; readonly paint: Paint; readonly now: () => number },
): LiveArea {
  let height = 0;
  let paintedAt = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => draw(''), TICK_MS);
  timer.unref();

  function draw(above: string): void {
    const lines = liveLines(state(), options.columns, options.paint);
    // Redrawn line by line where nothing is printed above: erasing everything first would flicker.
    const start = above === '' && height > 0 ? `\u001b[${height}A` : `${erase()}${above}`;
    write(`${start}${lines.map((line) => `\u001b[2K${line}\n`).join('')}\u001b[J`);
    height = lines.length;
    paintedAt = options.now();
  }

  function erase(): string {
    return height === 0 ? '' : `\u001b[${height}A\u001b[J`;
  }

  return {
    print: draw,
    changed(): void {
      if (options.now() - paintedAt >= LEAST_MS_BETWEEN_PAINTS) draw('');
    },
    stop(): void {
      clearInterval(timer);
      write(erase());
      height = 0;
    },
  };
}

export function liveLines(state: LiveState, columns: number, paint: Paint): readonly string[] {
  if (state.total === 0) return [];
  const width = Math.max(10, Math.min(32, columns - 48));
  const filled = Math.min(width, Math.floor((width * state.done) / state.total));
  const bar = paint('green', '━'.repeat(filled)) + paint('dim', '━'.repeat(width - filled));
  const parts = [`${bar} ${state.done}/${state.total}`, duration(state.elapsedMs)];
  if (state.failed > 0) parts.push(paint('red', `${state.failed} failed`));
  if (state.undecided > 0) parts.push(paint('yellow', `${state.undecided} undecided`));
  const oldest = [...state.running].sort((a, b) => b[1] - a[1]);
  const rows = oldest.slice(0, SHOWN).map(([id, ageMs]) => {
    const time = duration(ageMs);
    const mark = ageMs >= SLOW_MS ? paint('yellow', ` ${time} slow`) : paint('dim', ` ${time}`);
    return `  ${paint('dim', '›')} ${cut(forLogLine(id), columns - time.length - 12)}${mark}`;
  });
  const more = oldest.length - rows.length;
  return [parts.join('  '), ...rows, ...(more > 0 ? [paint('dim', `    and ${more} more running`)] : [])];
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
