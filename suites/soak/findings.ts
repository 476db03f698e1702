// What a soak found: each fact once, however often it happened, with the records of its shortest story so far.
import type { Finding } from '../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { Level } from '../runner/check.js';
import { lowestOf } from '../runner/level.js';

export interface SoakFinding {
  readonly finding: Finding;
  readonly level: Level;
  count: number;
  readonly account: string;
  readonly round: number;
  /** In their order. */
  story: readonly JournalRecord[];
}

export class SoakFindings {
  readonly #lowered: Readonly<Record<string, Level>>;
  readonly #found = new Map<string, SoakFinding>();

  constructor(lowered: Readonly<Record<string, Level>>) {
    this.#lowered = lowered;
  }

  get all(): readonly SoakFinding[] {
    return [...this.#found.values()];
  }

  /** Findings that bind. */
  get failures(): number {
    return this.all.filter(({ level }) => level === 'must').length;
  }

  /** `tell` makes the story, which is asked for only where the fact is new. */
  add(finding: Finding, account: string, round: number, tell: () => readonly JournalRecord[]): void {
    const level = lowestOf(finding.level, this.#lowered[finding.requirement]);
    const name = `${finding.checker} ${finding.requirement} ${level} ${shapeOf(finding.message)}`;
    const known = this.#found.get(name);
    if (known === undefined) this.#found.set(name, { finding, level, count: 1, account, round, story: tell() });
    else known.count += 1;
  }
}

/** A message without its identifiers and figures. */
export function shapeOf(message: string): string {
  return message.replace(/\S*\d\S*/g, '#');
}
