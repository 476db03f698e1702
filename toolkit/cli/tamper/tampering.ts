// A tampering, as data: what somebody does to a report who holds no key, or the holder of the key. The aids here change one thing and make
// what follows from it follow again, as a forger would who has the sources.
import { createHash } from 'node:crypto';
import type { UnseenByAWitness } from '../../../reports/certificate/limits.js';
import { planDigest } from '../../../reports/join/plan-digest.js';
import { conformanceOf, worstVerdict } from '../../../reports/model/conformance.js';
import type { CheckResult, Results, RunInfo } from '../../../reports/model/model.js';

export interface Folder {
  readonly results: Results;
  /** Lines of the journal without their ends: header, records, footer. */
  readonly journal: readonly string[];
}

/** The two files that everything else in a report is made from, as texts. */
export interface Texts {
  readonly results: string;
  readonly journal: string;
}

export interface Tampering {
  readonly family: string;
  readonly what: string;
  /** Before the report is certified: everything that follows is made to follow. */
  readonly change?: (folder: Folder) => Folder;
  /** As `change`, on the finished texts: what follows from them is left as it was. */
  readonly spell?: (texts: Texts) => Texts;
  /** What the holder of the key does before he signs: a witness shows it, or it is among what none sees and the README names. */
  readonly holder?: 'witness' | UnseenByAWitness;
  /** After the report was certified; `other` is the certified report of another run. */
  readonly forge?: (dir: string, other: string) => void | Promise<void>;
}

/** One check of each sort that the report holds. */
export interface Victims {
  readonly failed: string;
  readonly passed: string;
  readonly notApplicable: string;
  readonly unreachable: string;
}

export type Change = NonNullable<Tampering['change']>;
/** Before it is put into a family. */
export type Unfiled = Omit<Tampering, 'family'>;

/** The journal with the digest of its lines as they are. */
export function sealed(text: string): string {
  const at = text.lastIndexOf('\n{"end":') + 1;
  const digest = createHash('sha256').update(text.slice(0, at)).digest('hex');
  return text.slice(0, at) + text.slice(at).replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${digest}"`);
}

/** Everything that follows from the checks is made to follow again. */
export type Record = { [member: string]: unknown };

export function consistent({ results, journal }: Folder): { readonly results: Results; readonly journal: string } {
  const { checks, run } = results;
  const plan =
    run.plan === undefined || new Set(checks.map(({ id }) => id)).size < checks.length
      ? run.plan
      : planDigest(checks.map(({ id }) => id));
  const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]));
  const requirements = results.requirements.map((one) => {
    const met = one.checks.flatMap((id) => verdicts.get(id) ?? []);
    return {
      ...one,
      verdict: one.checks.length === 0 ? ('untested' as const) : (worstVerdict(met) ?? ('not-run' as const)),
    };
  });
  const whole = { ...results, requirements, run: { ...run, ...(plan !== undefined && { plan }) } };
  return { results: { ...whole, ...conformanceOf(whole) }, journal: sealed(`${journal.join('\n')}\n`) };
}

export const DAY_MS = 86_400_000;
export const later = (text: string, days: number): string => new Date(Date.parse(text) + days * DAY_MS).toISOString();

export const inResults =
  (change: (results: Results) => Results) =>
  ({ results, journal }: Folder): Folder => ({ results: change(results), journal });
export const inRun = (change: (run: RunInfo) => object): Change =>
  inResults((results) => ({ ...results, run: { ...results.run, ...change(results.run) } as RunInfo })); // wrong on purpose
export const inTarget = (change: object): Change => inRun(({ target }) => ({ target: { ...target, ...change } }));
export const withoutRun = (name: keyof RunInfo): Change =>
  inResults((results) => {
    const { [name]: _, ...run } = results.run;
    return { ...results, run: run as RunInfo }; // wrong on purpose
  });
export const inCheck = (id: string, change: (check: CheckResult) => CheckResult | undefined): Change =>
  inResults((results) => ({
    ...results,
    checks: results.checks.flatMap((check) => (check.id === id ? (change(check) ?? []) : check)),
  }));
export const inJournal =
  (change: (journal: readonly string[]) => readonly string[]) =>
  ({ results, journal }: Folder): Folder => ({ results, journal: change(journal) });
export const inHeader = (change: (header: Record) => Record): Change =>
  inJournal(([header = '{}', ...rest]) => [JSON.stringify(change(JSON.parse(header) as Record)), ...rest]);
export const inPlan = (change: object): Change =>
  inHeader((header) => {
    const settings = header['settings'] as Record;
    return { ...header, settings: { ...settings, plan: { ...(settings['plan'] as Record), ...change } } };
  });
export const inProfile = (change: (profile: Record) => Record): Change =>
  inHeader((header) => {
    const settings = header['settings'] as Record;
    const plan = settings['plan'] as Record;
    return { ...header, settings: { ...settings, plan: { ...plan, profile: change(plan['profile'] as Record) } } };
  });
export const inFooter = (change: (footer: Record) => Record): Change =>
  inJournal((journal) => [
    ...journal.slice(0, -1),
    JSON.stringify(change(JSON.parse(journal.at(-1) ?? '{}') as Record)),
  ]);
/** Changes the records of a check that fit. */
export const inRecords = (id: string, kind: string, change: (record: Record) => Record | undefined): Change =>
  inJournal((journal) =>
    journal.flatMap((line) => {
      if (!line.includes(`"check":${JSON.stringify(id)}`) || !line.includes(`"kind":"${kind}"`)) return line;
      const changed = change(JSON.parse(line) as Record);
      return changed === undefined ? [] : JSON.stringify(changed);
    }),
  );
export const inParsed =
  (change: object) =>
  (record: Record): Record => ({ ...record, parsed: { ...(record['parsed'] as Record), ...change } });
export const all =
  (...changes: readonly Change[]): Change =>
  (folder) =>
    changes.reduce((changed, change) => change(changed), folder);
