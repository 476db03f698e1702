// What a program has started must not outlive it: its process group goes, and on Linux whatever left the group, which a mark in the
// environment tells. Also when this process ends first, in whatever way it still notices.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const MARK = 'TSI_STARTED_AS';
const POSIX = process.platform !== 'win32';
/** What starts another while it is looked for is found in the next round. */
const MOST_ROUNDS = 5;

/** Groups that would stay if this process ended now. */
const living = new Set<StartedGroup>();
let isWatched = false;

/** To be made before its program is started, `detached` where there are process groups. */
export class StartedGroup {
  readonly #mark = randomUUID();
  #pid: number | undefined;

  /** Stands beside the other variables of the program. */
  get environment(): Readonly<Record<string, string>> {
    return { [MARK]: this.#mark };
  }

  began(pid: number | undefined): void {
    this.#pid = pid;
    living.add(this);
    if (isWatched) return;
    isWatched = true;
    process.on('exit', () => {
      for (const one of living) one.end();
    });
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#pid === undefined) return;
    try {
      process.kill(POSIX ? -this.#pid : this.#pid, signal);
    } catch {
      // It has ended by itself.
    }
  }

  /** Ends all of it for certain. */
  end(): void {
    this.signal('SIGKILL');
    for (let round = 0; round < MOST_ROUNDS && endMarked(this.#mark); round += 1);
    living.delete(this);
  }
}

/** Whether there was one. */
function endMarked(mark: string): boolean {
  if (process.platform !== 'linux') return false;
  let found = false;
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name) || !hasMark(name, mark)) continue;
    try {
      process.kill(Number(name), 'SIGKILL');
      found = true;
    } catch {
      // It ended in the meantime.
    }
  }
  return found;
}

function hasMark(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(`${MARK}=${mark}`);
  } catch {
    return false; // gone, or somebody else's
  }
}
