// The closed list of situations, and which of them a soak has met. Those that were met are looked for no longer.
import type { Entry } from '../../../toolkit/checkers/index.js';
import type { Dialect } from '../../../toolkit/profile/dialect/dialect.js';
import { CLAIMS, type Profile } from '../../../toolkit/profile/profile.js';
import { OF_DISTURBANCES } from './disturbances.js';
import { OF_KEYS } from './keys.js';
import { OF_OPERATIONS } from './operations.js';
import { OF_READS } from './reads.js';
import type { Scene } from './scene.js';
import type { Situation } from './situation.js';
import { OF_STREAMS } from './streams.js';

export const SITUATIONS: readonly Situation[] = [
  ...OF_OPERATIONS,
  ...OF_KEYS,
  ...OF_STREAMS,
  ...OF_READS,
  ...OF_DISTURBANCES,
];

export interface MetSituation {
  readonly id: string;
  readonly sentence: string;
  readonly isMet: boolean;
  /** What the profile lacks for it; none where only time was missing. */
  readonly needs: readonly string[];
}

export class MetSituations {
  #left: readonly Situation[] = SITUATIONS;

  look(entry: Entry, scene: Scene): void {
    if (!this.#left.some((one) => one.sees(entry, scene))) return;
    this.#left = this.#left.filter((one) => !one.sees(entry, scene));
  }

  get met(): number {
    return SITUATIONS.length - this.#left.length;
  }

  list(profile: Profile, dialect: Dialect): readonly MetSituation[] {
    return SITUATIONS.map((one) => ({
      id: one.id,
      sentence: one.sentence,
      isMet: !this.#left.includes(one),
      needs: this.#left.includes(one) ? lacks(one, profile, dialect) : [],
    }));
  }
}

const REQUESTS = ['closePosition', 'cancelOrder'] as const;

function lacks({ needs = [] }: Situation, { claims, control }: Profile, dialect: Dialect): readonly string[] {
  return needs.flatMap((need) => {
    const claim = CLAIMS.find((one) => one === need);
    if (claim === undefined) return need in control ? [] : [`control ${need}`];
    const request = REQUESTS.find((one) => one === claim);
    const isThere = claims[claim] && (request === undefined || dialect.has(request));
    return isThere ? [] : [`claim ${claim}`];
  });
}
