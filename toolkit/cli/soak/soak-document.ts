// What a soak found beyond the verdicts of a run: each finding with its story, and the situations, as JSON and as text for people.
import { forLog } from '../../../reports/model/sanitize.js';
import type { SoakReport } from '../../../suites/soak/soak.js';

/** Version of the document; members may be added, never renamed. */
const SOAK_FORMAT = 1;

export interface SoakDocument {
  readonly soak: typeof SOAK_FORMAT;
  readonly seed: string;
  readonly durationMs: number;
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly {
    readonly checker: string;
    readonly requirement: string;
    readonly level: 'must' | 'should';
    readonly message: string;
    readonly expected: string;
    readonly actual: string;
    readonly rounds: number;
    readonly account: string;
    /** Records of `journal.ndjson`. */
    readonly evidence: readonly number[];
    readonly story: readonly number[];
  }[];
  readonly situations: SoakReport['situations'];
  readonly notes: readonly string[];
}

export function soakDocument(
  { figures, findings, situations, notes, records }: SoakReport,
  {
    seed,
    durationMs,
    place,
  }: { readonly seed: string; readonly durationMs: number; readonly place: (record: number) => number | undefined },
): SoakDocument {
  const { operations, requests, events, streams, disturbances, refused, rounds, answer, result } = figures;
  return {
    soak: SOAK_FORMAT,
    seed,
    durationMs,
    figures: {
      operations,
      operationsPerSecond: Math.round((operations * 1000) / Math.max(1, durationMs)),
      requests,
      refused,
      events,
      streams,
      disturbances,
      rounds,
      records,
      answerP50Ms: answer.percentile(0.5),
      answerP99Ms: answer.percentile(0.99),
      resultP50Ms: result.percentile(0.5),
      resultP99Ms: result.percentile(0.99),
    },
    findings: findings.map(({ finding, level, count, account, story }) => ({
      checker: finding.checker,
      requirement: finding.requirement,
      level,
      message: finding.message,
      expected: finding.expected,
      actual: finding.actual,
      rounds: count,
      account,
      evidence: finding.evidence.flatMap((record) => place(record) ?? []),
      story: story.flatMap(({ i }) => place(i) ?? []),
    })),
    situations,
    notes,
  };
}

/** `report.md`, and the last words of the command. */
export function soakText(document: SoakDocument): string {
  const { figures, findings, situations, notes, durationMs } = document;
  const met = situations.filter(({ isMet }) => isMet).length;
  const missed = situations.filter(({ isMet }) => !isMet);
  return [
    `# Soak of ${Math.round(durationMs / 1000)} s, seed ${document.seed}\n`,
    `${figures['operations']} operations (${figures['operationsPerSecond']} a second), ${figures['requests']} requests, ` +
      `${figures['events']} events on ${figures['streams']} streams, ${figures['disturbances']} disturbances, ` +
      `${figures['records']} records judged in ${figures['rounds']} rounds. Answers took ${figures['answerP50Ms']} ms (median) and ` +
      `${figures['answerP99Ms']} ms (99th percentile).\n`,
    `## Findings: ${findings.length === 0 ? 'none' : findings.length}\n`,
    ...findings.map(
      ({ requirement, level, message, expected, actual, rounds, story }) =>
        `- **${requirement}**${level === 'should' ? ' (warning)' : ''}: ${forLog(message)}. Expected ${forLog(expected)}, got ` +
        `${forLog(actual)}. In ${rounds} rounds; its story is ${rangesOf(story)} of journal.ndjson.\n`,
    ),
    `## Situations: ${met} of ${situations.length} met\n`,
    ...missed.map(
      ({ id, sentence, needs }) =>
        `- ${id}: ${sentence} ${needs.length === 0 ? 'Not met in this time.' : `Not met: needs ${needs.join(', ')}.`}\n`,
    ),
    ...(notes.length === 0 ? [] : ['## Notes\n', ...notes.map((note) => `- ${forLog(note)}\n`)]),
  ].join('\n');
}

/** `records 3 to 9 and 14`. */
function rangesOf(indices: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const words = ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  return words.length === 0 ? 'no record' : `records ${words.join(', ')}`;
}
