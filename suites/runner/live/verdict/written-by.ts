// Which checks wrote the records that a failure rests on. One over the journal of a run comes about again only where these run, too.
import type { TargetJournal } from '../target/target-journal.js';

interface FailedRun {
  readonly spec: { readonly id: string };
  readonly target: { readonly journal: Pick<TargetJournal, 'at'> };
  /** The id in the journal. */
  readonly tag: string;
}

/** Ids of checks in the order of the evidence, without the failed one itself. */
export function writtenBy(
  { spec, target: { journal }, tag }: FailedRun,
  evidence: readonly number[],
): readonly string[] {
  const tags = evidence.flatMap((index) => journal.at(index)?.check ?? []);
  // Where a run has several targets, the one behind the id is the same for all.
  const suffix = tag.slice(spec.id.length);
  const ids = tags.map((one) => one.slice(0, one.length - suffix.length));
  return [...new Set(ids)].filter((id) => id !== spec.id);
}
