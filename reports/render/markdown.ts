// `summary.md`: one page for a pull request, a step summary or a wiki. Bounded so that it fits a comment on GitHub (65,536 characters)
// as well as a step summary (1 MiB) and GitLab's notes; what does not fit is counted, never cut in the middle.

import { areaRows } from '../model/areas.js';
import { brokenGroups, type CheckGroup, failureGroups, undecidedGroups } from '../model/failure-groups.js';
import { headlineOf } from '../model/headline.js';
import type { CheckResult, Results } from '../model/model.js';
import { nextSteps } from '../model/next-steps.js';
import { asPasted } from '../model/pasted.js';
import { reasonInWords } from '../model/plain-words.js';
import { capped, codeSpan, forMarkdown } from '../model/sanitize.js';
import { COVERAGE, COVERAGES, coveredRequirements, sectionRows } from '../model/sections.js';
import { targetLine } from '../model/target-line.js';
import { causeInWords } from '../model/undecided.js';
import { requirementsOf, violatedBy } from '../model/violated.js';
import { counted, countWords, WORDS } from '../model/words.js';

const MOST_CHARACTERS = 60_000;
const MOST_VALUE = 600;
const MOST_NAMES = 5;

const MARKS = {
  error: '💥',
  fail: '❌',
  warning: '⚠️',
  inconclusive: '❔',
  'not-run': '⭕',
  pass: '✅',
  'not-applicable': '➖',
  'left-out': '⏭️',
  untested: '🕳️',
  'of-clients': '👤',
  untestable: '·',
} as const;

export function renderMarkdown(results: Results): string {
  const page = new Page(MOST_CHARACTERS);
  page.add(heading(results));
  page.add(findings(results));
  page.add(steps(results));
  page.addEach(
    '## Failures',
    failureGroups(results).map((group) => failure(group, results)),
    'requirements',
  );
  page.addEach('## Without a verdict', suiteErrors(results), 'errors');
  page.add(matrix(results));
  page.addEach('## Undecided', undecided(results), 'undecided checks');
  page.addEach('## Observations', observations(results), 'observations');
  return page.text();
}

/** Collects blocks up to a bound; a block that does not fit is counted instead. */
class Page {
  readonly #most: number;
  readonly #blocks: string[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(block: string): boolean {
    if (block === '') return true;
    if (this.#length + block.length > this.#most) return false;
    this.#blocks.push(block);
    this.#length += block.length;
    return true;
  }

  addEach(title: string, blocks: readonly string[], what: string): void {
    if (blocks.length === 0) return;
    this.add(`${title}\n\n`);
    const kept = blocks.findIndex((block) => !this.add(block));
    const left = kept === -1 ? 0 : blocks.length - kept;
    this.#blocks.push(left > 0 ? `\n_${left} more ${what} in the report._\n\n` : '\n');
  }

  text(): string {
    return this.#blocks.join('');
  }
}

function heading(results: Results): string {
  const { word, tone, sentence } = headlineOf(results);
  const { run } = results;
  const mark = tone === 'good' ? '✅' : tone === 'bad' ? '❌' : '⚠️';
  const counts = countWords(results.checks, run.level);
  const build = run.target.build?.digest ?? run.target.build?.version;
  const rows = [
    ['target', targetLine(run.target, value)],
    ...(build === undefined ? [] : [['build', value(build)]]),
    [
      'checks',
      WORDS.filter((word) => counts[word] > 0)
        .map((word) => counted(counts[word], word))
        .join(' · '),
    ],
    [
      'areas',
      areaRows(results)
        .map(({ area, counts: own, applies }) => `${area} ${own.pass}/${applies}`)
        .join(' · '),
    ],
    ['profile', value(run.target.fingerprint.slice(0, 16))],
    ['seed', value(run.seed)],
    ...(run.selection.length === 0 ? [] : [['selection', value(run.selection.join(' '))]]),
    ['again', value(asPasted(run, run.command))],
  ];
  const table = rows.map(([name, text]) => `| ${name} | ${text} |\n`).join('');
  return `# ${mark} ${word}\n\n${words(sentence)}\n\n| | |\n|---|---|\n${table}\n`;
}

function findings(results: Results): string {
  if (results.findings.length === 0) return '';
  const lines = results.findings.slice(0, 20).map((finding) => {
    return `- ${finding.fatal ? '**decides the result**, ' : ''}${finding.kind}: ${value(finding.message)}\n`;
  });
  return `## About the run\n\n${lines.join('')}\n`;
}

function steps(results: Results): string {
  const lines = nextSteps(results).map((step, index) => {
    const command = step.command === undefined ? '' : ` — ${value(asPasted(results.run, step.command))}`;
    return `${index + 1}. ${words(step.text)}${command}\n`;
  });
  return `## Next\n\n${lines.join('')}\n`;
}

function failure({ checks: [check, ...others] }: CheckGroup, results: Results): string {
  const requirement = results.requirements.find((one) => one.id === violatedBy(check));
  const statement = requirement === undefined ? '' : ` ${words(requirement.statement)}`;
  const fields = [
    ['why', reasonInWords(check)],
    ['expected', check.expected],
    ['actual', check.actual],
    ['smallest', check.property?.counterexample],
    ['doctor', check.signature?.summary],
    ['waived', check.waiver && `${check.waiver.reason} (until ${check.waiver.expires})`],
    ['reproduce', asPasted(results.run, check.reproduce)],
  ] as const;
  const lines = fields.flatMap(([name, text]) => (text === undefined ? [] : [`- ${name}: ${value(text)}\n`]));
  const note = check.waiver !== undefined ? ' (waived)' : check.level === 'should' ? ' (warning)' : '';
  return [
    `### ${MARKS.fail} ${words(check.title)}${note}\n\n`,
    `- check: ${value(check.id)}\n`,
    `- requirement: ${value(requirementsOf(check).join(', '))}${statement}\n`,
    `- interface: ${words(check.sections.join(', '))}\n`,
    ...lines,
    others.length === 0 ? '' : `- as well: ${alsoFailing(others)}\n`,
    '\n',
  ].join('');
}

function alsoFailing(others: readonly CheckResult[]): string {
  const named = others.slice(0, MOST_NAMES).map((check) => value(check.id));
  const more = others.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function suiteErrors(results: Results): readonly string[] {
  return brokenGroups(results).map(({ checks: [first, ...others] }) => {
    const also = others.length === 0 ? '' : `, as well: ${alsoFailing(others)}`;
    return `- ${MARKS[first.verdict]} ${value(first.id)}: ${value(first.reason ?? first.verdict)}${also}\n`;
  });
}

function matrix(results: Results): string {
  const rows = sectionRows(coveredRequirements(results));
  if (rows.length === 0) return '';
  const used = COVERAGES.filter((coverage) => rows.some((row) => row.counts[coverage] > 0));
  const head = `| interface | ${used.map((coverage) => `${MARKS[coverage]} ${COVERAGE[coverage].word}`).join(' | ')} |\n`;
  const rule = `|---|${used.map(() => '--:|').join('')}\n`;
  const body = rows.map((row) => {
    const cells = used.map((coverage) => (row.counts[coverage] === 0 ? '' : String(row.counts[coverage])));
    return `| ${words(row.section)} | ${cells.join(' | ')} |\n`;
  });
  return `## Requirements by section\n\n${head}${rule}${body.join('')}\n`;
}

function undecided(results: Results): readonly string[] {
  return undecidedGroups(results).map(({ checks }) => {
    const [first, ...others] = checks;
    const also = others.length === 0 ? '' : `, as well: ${alsoFailing(others)}`;
    const reason = others.length === 0 ? first.reason : causeInWords(first);
    return `- ${value(first.id)}: ${value(reason || 'stayed open')}${also}\n`;
  });
}

function observations(results: Results): readonly string[] {
  return results.observations.map((one) => {
    const unit = one.unit === undefined ? '' : ` ${words(one.unit)}`;
    return `- ${words(one.name)} (interface ${words(one.section)}): ${value(JSON.stringify(one.value))}${unit}\n`;
  });
}

function value(text: string): string {
  return codeSpan(capped(text, MOST_VALUE));
}

function words(text: string): string {
  return forMarkdown(capped(text, MOST_VALUE));
}
