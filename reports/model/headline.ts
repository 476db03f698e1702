// The verdict of a run in one word and one sentence, the same in every renderer. Follows the exit code, so that no two outputs disagree,
// and names what was judged: a green that judged nothing must not look like one.
import { areaRows } from './areas.js';
import { isDecisiveFailure, judgedNobodysTarget } from './conformance.js';
import { embeddedIn } from './embedded.js';
import type { CheckResult, Results } from './model.js';
import { capped } from './sanitize.js';
import { compareSections } from './sections.js';
import { BECAUSE, causeInWords, leavesIncomplete, type UndecidedCause, undecidedCauses } from './undecided.js';
import { sectionOf } from './violated.js';
import { counted, countWords } from './words.js';

export interface Headline {
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'open';
  readonly sentence: string;
}

const MOST_AREAS = 4;
const MOST_CAUSE = 100;

export function headlineOf(results: Results): Headline {
  const headline = verdictOf(results);
  if (results.run.target.embedded !== true) return headline;
  // A result of the reference that nobody asked for might be taken for one of the reader's own service.
  const tone = headline.tone === 'good' && results.run.target.assumed === true ? 'open' : headline.tone;
  return { ...headline, tone, sentence: `${headline.sentence}; judged: ${embeddedIn(results.run.target)}` };
}

/** In one line. */
export function headlineText(results: Results): string {
  const { word, sentence } = headlineOf(results);
  return `${word}: ${sentence}`;
}

function verdictOf(results: Results): Headline {
  switch (results.exitCode) {
    case 0:
      return conformant(results);
    case 1:
      return { word: 'NOT CONFORMANT', tone: 'bad', sentence: failureSentence(results) };
    case 3: {
      const isThere = results.findings.some(({ preflight }) => preflight === 'refused');
      const word = isThere ? 'TARGET NOT READY' : 'TARGET UNREACHABLE';
      return { word, tone: 'open', sentence: fatalMessage(results, 'nothing could be judged') };
    }
    case 5:
      return { word: 'NOTHING SELECTED', tone: 'open', sentence: 'no check fits the selection, so nothing was judged' };
    case 6:
      return incomplete(results);
    case 130:
    case 143: {
      const { judged, total } = scopeOf(results);
      return {
        word: 'INTERRUPTED',
        tone: results.counts.fail > 0 ? 'bad' : 'open',
        sentence: `${judged} of ${total} checks judged before ${results.run.interrupted ?? 'the signal'}, ${results.counts.fail} failed`,
      };
    }
    default:
      return { word: 'SUITE IN ERROR', tone: 'open', sentence: fatalMessage(results, suiteSentence(results)) };
  }
}

interface Scope {
  readonly total: number;
  /** Checks that apply and were asked for. */
  readonly applies: number;
  readonly judged: number;
  readonly leftOut: number;
}

function scopeOf({ checks, counts }: Results): Scope {
  const leftOut = counts['left-out'];
  const applies = checks.length - counts['not-applicable'] - leftOut;
  return { total: checks.length, applies, judged: counts.pass + counts.fail, leftOut };
}

function conformant(results: Results): Headline {
  const { run } = results;
  const { total, applies, judged, leftOut } = scopeOf(results);
  const isPart = run.selection.length > 0 || run.shard !== undefined || leftOut > 0;
  if (total === 0) {
    return { word: 'NOTHING TO JUDGE', tone: 'open', sentence: `none of the checks falls to shard ${run.shard}` };
  }
  if (judged < applies) {
    const word = isPart ? 'CONFORMANT IN THE SELECTED PART, AS FAR AS JUDGED' : 'CONFORMANT AS FAR AS JUDGED';
    return { word, tone: 'open', sentence: `${judged} of ${total}${notJudged(results)}${tail(results)}` };
  }
  const all = applies === total ? `all ${total} judged` : `all ${applies} judged of ${total}`;
  return {
    word: isPart ? 'CONFORMANT IN THE SELECTED PART' : 'CONFORMANT',
    tone: 'good',
    sentence: `${all}${tail(results)}`,
  };
}

function incomplete(results: Results): Headline {
  const { run, checks } = results;
  const { total, judged } = scopeOf(results);
  const open = checks.filter((check) => leavesIncomplete(check, run)).length;
  if (judgedNobodysTarget(run)) {
    return {
      word: 'INCOMPLETE',
      tone: 'open',
      sentence: `in a CI, and no ${run.target.subject === 'client' ? '--exec names the client' : '--profile names the target'} to judge`,
    };
  }
  if (run.killed === true || judged === 0) {
    const why = run.killed === true ? 'the run was killed: ' : '';
    return {
      word: 'INCOMPLETE',
      tone: 'open',
      sentence: `${why}${judged} of ${total} checks judged${notJudged(results)}`,
    };
  }
  const sentence = `${judged} of ${total}${notJudged(results)}; ${open} ${run.target.subject === 'client' ? 'to be decided' : 'undecided that the profile does not accept'}${tail(results)}`;
  return { word: 'INCOMPLETE, CONFORMANT AS FAR AS JUDGED', tone: 'open', sentence };
}

/** Whether every planned check was decided as the policy demands, or what keeps it from being so. */
export function completenessOf(results: Results): string {
  const { run, checks, counts, findings } = results;
  if (results.complete) return 'yes, every planned check was decided as the policy demands';
  const open = checks.filter((check) => check.verdict === 'inconclusive' && leavesIncomplete(check, run));
  const first = open[0]?.reason === undefined ? '' : `, the first because: ${capped(open[0].reason, 160)}`;
  const causes = [
    run.killed === true ? 'the run was killed' : '',
    findings.some(({ kind, fatal }) => fatal && kind === 'preflight') ? 'the target was not ready' : '',
    counts.error > 0 ? `${counts.error} ended in an error of the suite` : '',
    counts['not-run'] > 0 ? `${counts['not-run']} not run` : '',
    open.length > 0 ? `${open.length} undecided that the profile does not accept${first}` : '',
  ].filter((cause) => cause !== '');
  return `no: ${causes.join('; ') || 'nothing was judged'}`;
}

/** Which areas, and what would let most of them be judged. */
function notJudged(results: Results): string {
  const areas = areaRows(results)
    .filter(({ judged, applies }) => judged < applies)
    .sort((a, b) => b.applies - b.judged - (a.applies - a.judged))
    .map(({ area }) => area);
  if (areas.length === 0) return '';
  const more = areas.length - MOST_AREAS;
  const [most] = undecidedCauses(results);
  const why = most === undefined ? '' : ` (${most.checks.length} ${waiting(most)})`;
  return `; not judged: ${areas.slice(0, MOST_AREAS).join(', ')}${more > 0 ? ` and in part ${more} more` : ''}${why}`;
}

/** Means that a target lacks are waited for; any other reason stands for itself. */
function waiting({ accept, checks }: UndecidedCause): string {
  return accept.startsWith(BECAUSE)
    ? `since ${capped(causeInWords(checks[0]), MOST_CAUSE)}`
    : `wait for ${capped(accept, MOST_CAUSE)}`;
}

/** Failed checks that make the run fail, then those that only warn or are waived; each in the order of the run. */
export function failuresOf(results: Results): readonly CheckResult[] {
  const failed = results.checks.filter((check) => check.verdict === 'fail');
  const decisive = failed.filter((check) => isDecisiveFailure(check, results.run.level));
  return [...decisive, ...failed.filter((check) => !decisive.includes(check))];
}

function failureSentence(results: Results): string {
  const failed = results.checks.filter((check) => isDecisiveFailure(check, results.run.level));
  if (failed.length === 0) return fatalMessage(results, 'a finding about the run makes it fail');
  const sections = [...new Set(failed.flatMap((check) => sectionOf(check, results) ?? []))].sort(compareSections);
  const where = sections.length > 4 ? `${sections.length} sections` : `interface ${sections.join(', ')}`;
  return `${failed.length} of ${results.checks.length} checks ${failed.length === 1 ? 'fails' : 'fail'} (${where})${tail(results)}`;
}

function tail({ checks, run }: Results): string {
  const counts = countWords(checks, run.level);
  const words = ['warning', 'waived', 'undecided', 'not applicable', 'left out'] as const;
  return words.flatMap((word) => (counts[word] > 0 ? [`, ${counted(counts[word], word)}`] : [])).join('');
}

function suiteSentence({ counts }: Results): string {
  const failed = counts.fail > 0 ? `; ${counts.fail} failed all the same` : '';
  return `${counts.error} ended in an error of the suite, ${counts['not-run']} were lost${failed}`;
}

function fatalMessage(results: Results, otherwise: string): string {
  return capped(results.findings.find((finding) => finding.fatal)?.message ?? otherwise, 240);
}
