// What `tsi vectors` prints for people: the files, one test, the result of a check by file with the first failures.

import { grouped } from '../../base/grouped.js';
import { isSlipId, SLIPS } from '../../signing/slips/slips.js';
import type { Hypothesis, Unexplained } from '../../vectors/hypotheses/hypothesis.js';
import type { LoadedTest, VectorListing } from '../../vectors/load.js';
import type { VectorFile } from '../../vectors/model.js';
import { SIGNER_OPERATIONS } from '../../vectors/operations.js';
import type { VectorGroupCounts, VectorOutcome, VectorReport, VectorVerdict } from '../../vectors/report.js';

const MOST_SHOWN = 20;
const MOST_NAMED = 6;
const COLUMNS: readonly VectorVerdict[] = ['pass', 'fail', 'errored', 'skipped', 'not-run'];

export function renderListing({ files, total }: VectorListing): string {
  return table([['file', 'tests'], ...files.map(({ name, tests }) => [name, String(tests)]), ['total', String(total)]]);
}

export function renderTests(
  tests: readonly { readonly tcId: string; readonly result: string; readonly comment: string }[],
): string {
  return table([['id', 'result', 'comment'], ...tests.map(({ tcId, result, comment }) => [tcId, result, comment])]);
}

export function renderTest({
  file,
  test,
  notes,
  context,
}: LoadedTest & { readonly notes: VectorFile['notes'] }): string {
  const lines = [
    test.tcId,
    `  ${test.comment}; ${test.result}${test.cause === undefined ? '' : `, cause ${test.cause}: ${SLIPS[test.cause].sentence}`}`,
    `  in ${file}.json${context.key === undefined ? '' : `, key ${context.key.apiKey}`}`,
    ...section('input', test.input),
    ...section('expected', test.expected),
    ...Object.entries(notes).flatMap(([flag, note]) => [
      '',
      `  ${flag} (${note.bugType}): ${note.description}`,
      ...(note.effect === undefined ? [] : [`    ${note.effect}`]),
      ...(note.links ?? []).map((link) => `    ${link}`),
    ]),
    '',
    `  finds ${test.kills.length} wrong implementations${test.kills.length === 0 ? '' : `: ${test.kills.join(', ')}`}`,
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, value: Readonly<Record<string, unknown>>): readonly string[] {
  const text = JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ');
  return ['', `  ${title} ${text}`];
}

export function renderReport(report: VectorReport): string {
  const lines = [`${report.implementation} (${report.language})`, ''];
  if (report.groups.length > 0) {
    const shown = COLUMNS.filter((verdict) => verdict === 'pass' || verdict === 'fail' || report.counts[verdict] > 0);
    const row = ({ file, operation, counts }: VectorGroupCounts): readonly string[] => [
      file,
      operation,
      ...shown.map((verdict) => String(counts[verdict])),
    ];
    lines.push(
      table([
        ['file', 'operation', ...shown],
        ...report.groups.map(row),
        ['total', '', ...shown.map((verdict) => String(report.counts[verdict]))],
      ]),
    );
  }
  lines.push(...failures(report));
  lines.push(...notAsked(report));
  if (report.observations.length > 0) {
    lines.push(`${report.observations.length} observations of what is left open, not judged; --json shows them`);
  }
  lines.push(...warnings(report));
  lines.push(...report.notes.map((note) => `note: ${note}`));
  lines.push(verdictLine(report), '');
  return lines.join('\n');
}

/** What the implementation said that it does not have; nothing where it said nothing at all. */
function notAsked({ notApplicable, operations }: VectorReport): readonly string[] {
  if (operations.length === 0 || notApplicable.length === 0) return [];
  const tests = new Map<string, number>();
  for (const { operation, tests: count } of notApplicable) {
    tests.set(operation, (tests.get(operation) ?? 0) + count);
  }
  const list = [...tests].map(([operation, count]) => `${operation} (${count} tests)`).join(', ');
  return [`not asked, since the implementation does not name it as a capability: ${list}`];
}

/** One failure per explanation in full, the others by name: what is wrong in one way is mostly wrong everywhere. */
function failures({ outcomes, hypotheses, unexplained }: VectorReport): readonly string[] {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'errored');
  const byId = new Map(failed.map((outcome) => [outcome.tcId, outcome]));
  const explained = hypotheses.map((hypothesis): readonly [VectorOutcome[], Hypothesis] => [
    hypothesis.explains.flatMap((tcId) => byId.get(tcId) ?? []),
    hypothesis,
  ]);
  const isExplained = new Set(hypotheses.flatMap(({ explains }) => explains));
  const others = failed.filter(({ tcId }) => !isExplained.has(tcId));
  const byCause = [...grouped(others, ({ verdict, cause, message = '' }) => `${verdict} ${cause ?? message}`).values()];
  const blocks = [
    ...explained.map(([own, hypothesis]) => failureLines(own, hypothesis)),
    ...byCause.map((own) => failureLines(own)),
  ];
  const lines = [
    ...summary(failed.length, explained),
    ...leftLines(hypotheses, unexplained),
    ...blocks.slice(0, MOST_SHOWN).flat(),
  ];
  const rest = blocks.length - MOST_SHOWN;
  return rest > 0 ? [...lines, `and ${rest} more kinds of failure; --json or --junit have them all`, ''] : lines;
}

function summary(
  failed: number,
  explained: readonly (readonly [readonly VectorOutcome[], Hypothesis])[],
): readonly string[] {
  const [first] = explained;
  if (first === undefined) return [];
  const covered = new Set(explained.flatMap(([own]) => own)).size;
  const of =
    covered === failed && failed === 1
      ? 'the one failure'
      : covered === failed
        ? `all ${failed} failures`
        : `${covered} of ${failed} failures`;
  return explained.length === 1
    ? [`One mistake explains ${of}: ${said(first[1])}`, '']
    : [
        `${explained.length} mistakes explain ${of}, no single one of them does; in this order:`,
        ...explained.map(([own, hypothesis]) => `  ${own.length} of them: ${said(hypothesis)}`),
        '',
      ];
}

/** What the mistakes do not explain is said, so that nobody looks for it in vain after mending them. */
function leftLines(hypotheses: readonly Hypothesis[], unexplained: readonly Unexplained[]): readonly string[] {
  if (hypotheses.length === 0) return [];
  const this_ = hypotheses.length === 1 ? 'this does' : 'these do';
  return [
    ...grouped(unexplained, ({ isPartly, differs }) => `${isPartly} ${differs.map(DIFFERING).join(', ')}`).values(),
  ]
    .map((own) => {
      const [{ isPartly, differs }] = own;
      const what = [...new Set(differs.map(DIFFERING))].join(', ');
      const ids = sample(own.map(({ tcId }) => tcId));
      return isPartly
        ? `In ${counted(own.length, 'of them', 'of them')} something else differs, which ${this_} not explain: ${what} (${ids})`
        : `${counted(own.length, 'failure is', 'failures are')} left, which ${this_} not explain: ${what} (${ids})`;
    })
    .concat(unexplained.length === 0 ? [] : ['']);
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const WORDS: Readonly<Record<string, string>> = {
  data: 'the encoding of SVC-DATA',
  payload: 'the form of the payload',
  sign: 'the encoding of SVC-SIGN',
  signature: 'the signature',
  'sign-payload': 'the signature',
  bodyHash: 'body_hash',
};
const DIFFERING = (name: string): string => WORDS[name] ?? name.replace(/^payload\./, '');

function failureLines([first, ...others]: readonly VectorOutcome[], hypothesis?: Hypothesis): readonly string[] {
  if (first === undefined) return [];
  const { tcId, comment, verdict, message, expected, actual, cause } = first;
  const isSigner = SIGNER_OPERATIONS.includes(first.operation);
  return [
    `${verdict === 'fail' ? 'FAIL' : 'ERROR'} ${tcId}: ${comment}`,
    ...(hypothesis === undefined ? [] : [`  ${said(hypothesis)}`]),
    ...(message === undefined ? [] : [`  ${message}`]),
    ...(hypothesis === undefined
      ? cause === undefined
        ? []
        : [`  ${SLIPS[cause].sentence} ${SLIPS[cause].fix}`]
      : [`  rule     ${hypothesis.rule}`, `  fix      ${hypothesis.fix}`]),
    ...(hypothesis === undefined || isSigner ? [] : [`  missing  a test of your own with: ${hypothesis.missing}`]),
    ...(expected === undefined ? [] : [`  expected ${expected}`]),
    ...(actual === undefined ? [] : [`  actual   ${actual}`]),
    ...(others.length === 0 ? [] : [`  and so in ${others.length} more: ${sample(others.map(({ tcId: id }) => id))}`]),
    '',
  ];
}

/** A known mistake is a verb and its object, a cause a whole sentence. */
const said = ({ id, sentence }: Hypothesis): string => (isSlipId(id) ? sentence : `it ${sentence}`);

/** Answers that are laxer than a sender may rely on: never a failure, since a service may be so. */
function warnings({ observations }: VectorReport): readonly string[] {
  const lax = observations.flatMap(({ tcId, warning }) =>
    warning === undefined ? [] : [`${tcId} (${SLIPS[warning].section})`],
  );
  const differing = observations.flatMap(({ tcId, differs }) => (differs === undefined ? [] : [{ tcId, differs }]));
  return [
    ...(lax.length === 0
      ? []
      : [`warning: accepts ${lax.length} things that no sender may send and a service may take: ${lax.join(', ')}`]),
    // Open by the interface, and told to whoever writes an adapter.
    ...[...grouped(differing, ({ differs }) => differs).entries()].map(
      ([stated, own]) =>
        `warning: answers otherwise than vectors/README.md states, though the interface leaves it open (${stated}): ${own.map(({ tcId }) => tcId).join(', ')}`,
    ),
  ];
}

function sample(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).join(', ');
  return ids.length > MOST_NAMED ? `${shown}, …` : shown;
}

function verdictLine({ outcomes, operations, passed, counts, durationMs }: VectorReport): string {
  if (outcomes.length === 0) {
    return operations.length === 0 ? 'the program did not introduce itself: nothing was checked' : 'nothing to check';
  }
  const seconds = (durationMs / 1000).toFixed(2);
  return passed
    ? `all ${counts.pass} right${counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`}, in ${seconds} s`
    : `${counts.pass} of ${outcomes.length} right, in ${seconds} s`;
}

/** Words to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        /^\d+$/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}
