// The verdict of a run in one word and one sentence, the same in every renderer. Follows the exit code, so that no two outputs disagree.

import { isDecisiveFailure, leavesIncomplete } from './conformance.js';
import type { CheckResult, Results } from './model.js';
import { capped } from './sanitize.js';
import { compareSections } from './sections.js';

export interface Headline {
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'open';
  readonly sentence: string;
}

export function headlineOf(results: Results): Headline {
  const decided = results.counts.pass + results.counts.fail;
  const total = results.checks.length;
  const part = results.run.selection.length > 0 || results.run.shard !== undefined;
  switch (results.exitCode) {
    case 0:
      return {
        word: part ? 'CONFORMANT IN THE SELECTED PART' : 'CONFORMANT',
        tone: 'good',
        sentence: `${results.counts.pass} of ${total} checks pass${tail(results)}`,
      };
    case 1:
      return { word: 'NOT CONFORMANT', tone: 'bad', sentence: failureSentence(results) };
    case 3:
      return { word: 'TARGET UNREACHABLE', tone: 'open', sentence: fatalMessage(results, 'nothing could be judged') };
    case 5:
      return { word: 'NOTHING SELECTED', tone: 'open', sentence: 'no check fits the selection, so nothing was judged' };
    case 6:
      return {
        word: 'INCOMPLETE',
        tone: 'open',
        sentence: `${results.run.killed === true ? 'the run was killed: ' : ''}${decided} of ${total} checks decided, none of them failed; ${undecided(results).length} that the policy demands stayed open`,
      };
    case 130:
    case 143:
      return {
        word: 'INTERRUPTED',
        tone: results.counts.fail > 0 ? 'bad' : 'open',
        sentence: `${decided} of ${total} checks decided before ${results.run.interrupted ?? 'the signal'}, ${results.counts.fail} failed`,
      };
    default:
      return {
        word: 'SUITE IN ERROR',
        tone: 'open',
        sentence: fatalMessage(results, suiteSentence(results)),
      };
  }
}

/** Failed checks that make the run fail, then those that only warn or are waived; each in the order of the run. */
export function failuresOf(results: Results): readonly CheckResult[] {
  const failed = results.checks.filter((check) => check.verdict === 'fail');
  const decisive = failed.filter((check) => isDecisiveFailure(check, results.run.level));
  return [...decisive, ...failed.filter((check) => !decisive.includes(check))];
}

function undecided(results: Results): readonly CheckResult[] {
  return results.checks.filter((check) => leavesIncomplete(check, results.run.policy));
}

function failureSentence(results: Results): string {
  const failed = results.checks.filter((check) => isDecisiveFailure(check, results.run.level));
  if (failed.length === 0) return fatalMessage(results, 'a finding about the run makes it fail');
  const sections = [...new Set(failed.flatMap((check) => check.sections.slice(0, 1)))].sort(compareSections);
  const where = sections.length > 4 ? `${sections.length} sections` : `interface ${sections.join(', ')}`;
  return `${failed.length} of ${results.checks.length} checks ${failed.length === 1 ? 'fails' : 'fail'} (${where})${tail(results)}`;
}

function tail(results: Results): string {
  const parts = [
    [results.warnings, results.warnings === 1 ? 'warning' : 'warnings'],
    [results.counts.inconclusive, 'undecided'],
    [results.counts['not-applicable'], 'not applicable'],
    [results.checks.filter((check) => check.waiver !== undefined).length, 'waived'],
  ] as const;
  return parts.flatMap(([count, word]) => (count > 0 ? [`, ${count} ${word}`] : [])).join('');
}

function suiteSentence({ counts }: Results): string {
  const failed = counts.fail > 0 ? `; ${counts.fail} failed all the same` : '';
  return `${counts.error} ended in an error of the suite, ${counts['not-run']} were lost${failed}`;
}

function fatalMessage(results: Results, otherwise: string): string {
  return capped(results.findings.find((finding) => finding.fatal)?.message ?? otherwise, 240);
}
