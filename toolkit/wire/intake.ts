// What a run takes from its target at most, in all and for one check: messages, bytes, time. A flood is cut where it comes in, the check
// that it came to says so, and the run goes on; once the whole run has had enough, what is left is undecided for that one cause.

export interface IntakeBudget {
  /** Messages and control frames of streams, in all and for one check. */
  readonly messages: number;
  readonly checkMessages: number;
  /** Megabytes of answers and messages, in all and for one check. What unfolds into much weighs more than its bytes. */
  readonly megabytes: number;
  readonly checkMegabytes: number;
  /** From the first request to the start of the last check. */
  readonly seconds: number;
}

/**
 * An ordinary service sends ten thousand messages to a whole run. One that ticks a hundred times a second, to each of a dozen checks that
 * listen for a minute, sends ninety thousand, and six thousand to each; what is kept of so many still fits into half a gigabyte.
 */
export const DEFAULT_BUDGET: IntakeBudget = {
  messages: 100_000,
  checkMessages: 15_000,
  megabytes: 128,
  checkMegabytes: 32,
  seconds: 7_200,
};

/** For what runs as long as its user wishes, in constant memory. */
export const UNBOUNDED: IntakeBudget = {
  messages: Number.POSITIVE_INFINITY,
  checkMessages: Number.POSITIVE_INFINITY,
  megabytes: Number.POSITIVE_INFINITY,
  checkMegabytes: Number.POSITIVE_INFINITY,
  seconds: Number.POSITIVE_INFINITY,
};

const MEGABYTE = 1_000_000;
/** Small messages weigh what they are. */
const SMALL_BYTES = 16_384;
/** What one more value takes in memory. */
const VALUE_BYTES = 40;

interface Count {
  messages: number;
  bytes: number;
  /** Told once, with what is spent; undefined when it was. */
  onSpent: ((what: string) => void) | undefined;
}

function countFor(onSpent?: (what: string) => void): Count {
  return { messages: 0, bytes: 0, onSpent };
}

export class Intake {
  readonly #budget: IntakeBudget;
  readonly #startedMs = performance.now();
  readonly #all = countFor();
  #spent: string | undefined;
  readonly #checks = new Map<string, Count>();

  constructor(budget: Partial<IntakeBudget> = {}) {
    this.#budget = { ...DEFAULT_BUDGET, ...budget };
  }

  /** Counts for a check from zero; `onSpent` is called once, when it has had its share or the run has had all. */
  begin(check: string, onSpent: (what: string) => void): void {
    this.#checks.set(check, countFor(onSpent));
  }

  end(check: string): void {
    this.#checks.delete(check);
  }

  /** What the whole run has spent, as a cause; undefined while there is room. */
  get spent(): string | undefined {
    const { seconds } = this.#budget;
    if (performance.now() - this.#startedMs <= seconds * 1000) return this.#spent;
    return this.#spent ?? `the run took longer than ${seconds} s (budget.seconds of the profile)`;
  }

  /** A message of a stream is about to be read; what it is too much for, or undefined where it may be. */
  message(check: string | null, bytes: Uint8Array): string | undefined {
    return this.#take(check, 1, weightOf(bytes));
  }

  /** A message turned out to be so many, which its frame carried together. */
  parts(check: string | null, messages: number): string | undefined {
    return this.#take(check, messages - 1, 0);
  }

  /** A message that had no end after more parts than any has took as long as all that a check may take, and counts as much. */
  endless(check: string | null): string | undefined {
    return this.#take(check, this.#budget.checkMessages + 1, 0);
  }

  /** The same for the body of an answer. */
  answer(check: string | null, bytes: Uint8Array): string | undefined {
    return this.#take(check, 0, weightOf(bytes));
  }

  #take(check: string | null, messages: number, bytes: number): string | undefined {
    const { messages: most, megabytes, checkMessages, checkMegabytes } = this.#budget;
    add(this.#all, messages, bytes);
    const ofRun = over(this.#all, { messages: most, megabytes }, 'the run', ['messages', 'megabytes']);
    const count = check === null ? undefined : this.#checks.get(check);
    if (count !== undefined) add(count, messages, bytes);
    const bounds = { messages: checkMessages, megabytes: checkMegabytes };
    const what = ofRun ?? (count && over(count, bounds, 'one check', ['checkMessages', 'checkMegabytes']));
    this.#spent ??= ofRun;
    if (what !== undefined) {
      const tell = count?.onSpent;
      if (count !== undefined) count.onSpent = undefined;
      tell?.(what);
    }
    return what;
  }
}

function add(count: Count, messages: number, bytes: number): void {
  count.messages += messages;
  count.bytes += bytes;
}

function over(
  count: Count,
  { messages, megabytes }: Pick<IntakeBudget, 'messages' | 'megabytes'>,
  whose: string,
  [ofMessages, ofMegabytes]: readonly [string, string],
): string | undefined {
  if (count.messages > messages) return tooMuch(`${messages} messages`, whose, ofMessages);
  return count.bytes > megabytes * MEGABYTE ? tooMuch(`${megabytes} MB`, whose, ofMegabytes) : undefined;
}

function tooMuch(what: string, whose: string, member: string): string {
  return `the target sent more than ${what} to ${whose} (budget.${member} of the profile)`;
}

/** A megabyte of empty lists becomes some forty in memory. */
function weightOf(bytes: Uint8Array): number {
  if (bytes.length <= SMALL_BYTES) return bytes.length;
  let values = 0;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
  return bytes.length + VALUE_BYTES * values;
}
