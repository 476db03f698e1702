// What a check asserted, apart for each of its attempts: a verdict rests on one of them, which it names where there were several.
import { ANOTHER_ATTEMPT, RUN_AGAIN } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';

export interface JudgedAttempt {
  readonly requirements: Set<string>;
  assertions: number;
  computed: number;
  /** Of each assertion that did not hold, the requirement, and whether it lowers the level itself. */
  readonly failed: { readonly requirement: string; readonly isLowered: boolean }[];
  /** What each of them violates, by its record. */
  readonly violated: Map<number, readonly string[]>;
  isThrottled: boolean;
  observations: string[];
}

export class JudgedAttempts {
  readonly #all: JudgedAttempt[] = [nothingJudged()];
  #deciding: number | undefined;
  #isAgain = false;

  get latest(): JudgedAttempt {
    return this.#at(this.#all.length - 1);
  }

  /** The one that the verdict rests on: the last where it names none. One that never was has judged nothing. */
  get deciding(): JudgedAttempt {
    return this.#at(this.#deciding ?? this.#all.length - 1);
  }

  /** Whether measurements of several attempts are here, and nobody says which of them count. */
  get isAgain(): boolean {
    return this.#isAgain;
  }

  /** A record that says what becomes of attempts. */
  resolve(parsed: JsonValue): void {
    const [by, attempt] = [memberOf(parsed, 'by'), memberOf(parsed, 'attempt')];
    if (by === ANOTHER_ATTEMPT) this.#all.push(nothingJudged());
    if (by !== RUN_AGAIN) return;
    if (attempt === undefined) this.#isAgain = true;
    const voided = typeof attempt === 'number' ? attempt - 1 : this.#all.length - 1;
    if (voided in this.#all) this.#all[voided] = { ...nothingJudged(), observations: this.#at(voided).observations };
  }

  /** `attempt`: what the verdict says of it, from 1. */
  decidedBy(attempt: JsonValue | undefined): void {
    if (attempt !== undefined) this.#deciding = typeof attempt === 'number' ? attempt - 1 : this.#all.length;
  }

  #at(ordinal: number): JudgedAttempt {
    return this.#all[ordinal] ?? nothingJudged();
  }
}

function nothingJudged(): JudgedAttempt {
  return {
    requirements: new Set(),
    assertions: 0,
    computed: 0,
    failed: [],
    violated: new Map(),
    isThrottled: false,
    observations: [],
  };
}
