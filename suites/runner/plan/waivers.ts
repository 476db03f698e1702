// Waivers: known failures, as patterns over check ids with a reason and an expiry date. Waived checks still run; a waiver whose
// checks all pass, that names no check, or that is past its date, fails the run, so that the list can only shrink.
import { globMatches } from '../../../toolkit/base/glob.js';

export interface Waiver {
  /** A check id, or a glob over check ids. */
  readonly pattern: string;
  readonly reason: string;
  /** The last day on which it holds, `YYYY-MM-DD` in UTC. */
  readonly expires: string;
}

export class WaiverError extends Error {
  override readonly name = 'WaiverError';
}

const MEMBERS = ['pattern', 'reason', 'expires'];

/** From a parsed waiver file: a list of `{pattern, reason, expires}`. Throws `WaiverError` naming the entry and the member. */
export function readWaivers(value: unknown): readonly Waiver[] {
  if (!Array.isArray(value)) {
    throw new WaiverError(`expected a list of {pattern, reason, expires}, got ${kindOf(value)}`);
  }
  return value.map((entry: unknown, index) => {
    const where = `entry ${index + 1}`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new WaiverError(`${where}: expected {pattern, reason, expires}, got ${kindOf(entry)}`);
    }
    const members = new Map<string, unknown>(Object.entries(entry));
    const stray = [...members.keys()].find((name) => !MEMBERS.includes(name));
    if (stray !== undefined) {
      throw new WaiverError(`${where}: unknown member ${stray}; known are ${MEMBERS.join(', ')}`);
    }
    const text = (name: string): string => {
      const member = members.get(name);
      if (typeof member !== 'string' || member.trim() === '') {
        throw new WaiverError(`${where}: ${name}: expected text, got ${kindOf(member)}`);
      }
      return member;
    };
    const waiver = { pattern: text('pattern'), reason: text('reason'), expires: text('expires') };
    if (!isDate(waiver.expires)) {
      throw new WaiverError(`${where}: expires: expected a date such as 2031-01-31, got ${waiver.expires}`);
    }
    return waiver;
  });
}

export interface WaiverFinding {
  readonly waiver: Waiver;
  readonly message: string;
}

/** The waiver that covers a check on this day, if one does. */
export function waiverFor(checkId: string, waivers: readonly Waiver[], today: string): Waiver | undefined {
  return waivers.find((waiver) => waiver.expires >= today && globMatches(waiver.pattern, checkId));
}

/**
 * What is wrong with the waivers themselves. `known` are all checks that exist, so that a partial run does not condemn a waiver
 * of a check that was not selected.
 */
export function waiverFindings(
  waivers: readonly Waiver[],
  known: Iterable<string>,
  verdicts: ReadonlyMap<string, string>,
  today: string,
): readonly WaiverFinding[] {
  const ids = [...known];
  return waivers.flatMap((waiver) => {
    const fits = (id: string): boolean => globMatches(waiver.pattern, id);
    if (waiver.expires < today) {
      return [{ waiver, message: `the waiver ${waiver.pattern} expired on ${waiver.expires}` }];
    }
    if (!ids.some(fits)) return [{ waiver, message: `the waiver ${waiver.pattern} matches no check` }];
    return unneededWaivers([waiver], verdicts, today);
  });
}

/** Those that hold on this day, and whose checks all pass. Only what judged everything can say so: in a shard, others fail. */
export function unneededWaivers(
  waivers: readonly Waiver[],
  verdicts: ReadonlyMap<string, string>,
  today: string,
): readonly WaiverFinding[] {
  return waivers.flatMap((waiver) => {
    const met = [...verdicts].filter(([id]) => globMatches(waiver.pattern, id)).map(([, verdict]) => verdict);
    const isUnneeded = waiver.expires >= today && met.length > 0 && met.every((verdict) => verdict === 'pass');
    const message = `the waiver ${waiver.pattern} is no longer needed: what it names passes`;
    return isUnneeded ? [{ waiver, message }] : [];
  });
}

function isDate(text: string): boolean {
  const match = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = match ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return value === null ? 'null' : 'nothing';
  return Array.isArray(value) ? 'a list' : `${typeof value}${typeof value === 'object' ? '' : ` ${String(value)}`}`;
}
