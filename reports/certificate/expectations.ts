// What whoever verifies demands besides: of which target and build, by which suite, how old, of which level.
import { embeddedIn } from '../model/embedded.js';
import type { RunInfo } from '../model/model.js';
import { BrokenLink } from './verification-links.js';

export interface Expectations {
  /** The name or the address of the target. */
  readonly target?: string;
  /** The digest or the version of its build. */
  readonly build?: string;
  /** Hex SHA-256 of the suite's package, as a publisher states it. */
  readonly suiteDigest?: string;
  /** From the end of the run to now. */
  readonly maxAgeDays?: number;
  /** The least level that will do, by its name in the policy. */
  readonly requireLevel?: string;
}

const DAY_MS = 86_400_000;

/** Throws `BrokenLink`. The level is not looked at. */
export function refuseUnexpected(expected: Expectations, run: RunInfo, suiteDigest: string, now: Date): void {
  const { target } = run;
  const { build } = target;
  const wanted = expected.target;
  if (wanted !== undefined && target.embedded === true) {
    throw new BrokenLink('target', `${wanted} is expected; ${embeddedIn(target)} was judged`);
  }
  if (wanted !== undefined && wanted !== target.name && plainUrl(wanted) !== plainUrl(target.baseUrl)) {
    throw new BrokenLink('target', `${wanted} is expected; ${target.name} at ${target.baseUrl} was judged`);
  }
  if (expected.build !== undefined) {
    const stated = [build?.digest, build?.version].filter((one) => one !== undefined);
    if (!stated.some((one) => one.toLowerCase() === expected.build?.toLowerCase())) {
      const found = stated.length === 0 ? 'no build is bound' : `it is of build ${stated.join(', ')}`;
      throw new BrokenLink('build', `build ${expected.build} is expected; ${found}`);
    }
  }
  const digest = expected.suiteDigest?.replace(/^sha256:/i, '').toLowerCase();
  if (digest !== undefined && digest !== suiteDigest) {
    throw new BrokenLink('suite', `a suite of digest ${digest} is expected; it was made by one of ${suiteDigest}`);
  }
  const { maxAgeDays } = expected;
  if (maxAgeDays !== undefined && now.getTime() - Date.parse(run.finished) > maxAgeDays * DAY_MS) {
    throw new BrokenLink('age', `at most ${maxAgeDays} days are expected; the run ended on ${run.finished}`);
  }
}

function plainUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text;
}
