// `metrics.prom`: the run in figures, as OpenMetrics text, for whatever draws trends: verdicts, durations, and latencies of each operation
// of the interface. Everything is a gauge or a summary of one run; times are seconds, as the format asks.
import { grouped } from '../../toolkit/base/grouped.js';
import { type CheckResult, countEach, type Results, VERDICTS } from '../model/model.js';
import { capped, oneLine } from '../model/sanitize.js';
import type { Latency } from './viewer-data.js';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  /** Behind the name of the family: `_sum`, `_count`. */
  readonly end?: string;
  readonly labels?: Labels;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'info' | 'summary';
  readonly unit?: 'seconds';
  readonly help: string;
  readonly samples: readonly Sample[];
}

const QUANTILES = [0.5, 0.9, 0.99, 1] as const;
const MOST_LABEL = 200;

export function renderMetrics(results: Results, latencies: readonly Latency[] = []): string {
  const target = { target: results.run.target.name };
  const families = [...aboutTheRun(results), ...aboutChecks(results), latencyFamily(latencies)];
  return `${families.flatMap((family) => familyLines(family, target)).join('\n')}\n# EOF\n`;
}

function aboutTheRun({ run, conformant, complete, exitCode, warnings }: Results): readonly Family[] {
  const { suite, effort, target } = run;
  const facts = {
    suite_version: suite.version,
    catalogue: suite.catalogue,
    ...(suite.catalogueVersion !== undefined && { catalogue_version: suite.catalogueVersion }),
    effort,
    environment: target.environment,
    ...(target.build?.version !== undefined && { build: target.build.version }),
  };
  return [
    {
      name: 'tsi_run',
      type: 'info',
      help: 'What judged, and what was judged.',
      samples: [{ end: '_info', labels: facts, value: 1 }],
    },
    gauge('tsi_run_conformant', '1 when nothing failed that must hold.', Number(conformant)),
    gauge('tsi_run_complete', '1 when no verdict is missing.', Number(complete)),
    gauge('tsi_run_exit_code', 'The exit code of the run.', exitCode),
    gauge('tsi_run_warnings', 'Failed checks of level should.', warnings),
    seconds('tsi_run_started_seconds', 'When the run began, in Unix time.', Date.parse(run.started)),
    seconds('tsi_run_duration_seconds', 'How long the run took.', run.durationMs),
  ];
}

function aboutChecks({ checks, requirements }: Results): readonly Family[] {
  const areas = [...grouped(checks, ({ area }) => area)].sort(([one], [other]) => (one < other ? -1 : 1));
  const judged = grouped(requirements, ({ verdict }) => verdict);
  return [
    {
      name: 'tsi_checks',
      type: 'gauge',
      help: 'Checks by area and verdict.',
      samples: areas.flatMap(([area, ofArea]) => byVerdict(area, ofArea)),
    },
    {
      name: 'tsi_requirements',
      type: 'gauge',
      help: 'Statements of the interface by the worst verdict of their checks.',
      samples: [...judged].map(([verdict, some]) => ({ labels: { verdict }, value: some.length })),
    },
    {
      name: 'tsi_check_duration_seconds',
      type: 'summary',
      unit: 'seconds',
      help: 'How long checks took, by area.',
      samples: areas.flatMap(([area, ofArea]) => durations(area, ofArea)),
    },
  ];
}

function byVerdict(area: string, checks: readonly CheckResult[]): readonly Sample[] {
  const counts = countEach(
    VERDICTS,
    checks.map(({ verdict }) => verdict),
  );
  // Those that are none, too: a line that ends where there is nothing left to fail would look like one that was lost.
  return VERDICTS.map((verdict) => ({ labels: { area, verdict }, value: counts[verdict] }));
}

function durations(area: string, checks: readonly CheckResult[]): readonly Sample[] {
  const sorted = checks.map(({ durationMs }) => durationMs / 1000).sort((one, other) => one - other);
  const at = (quantile: number): number => sorted[Math.round(quantile * (sorted.length - 1))] ?? 0;
  return [
    ...QUANTILES.map((quantile) => ({ labels: { area, quantile: String(quantile) }, value: at(quantile) })),
    { end: '_sum', labels: { area }, value: sorted.reduce((sum, one) => sum + one, 0) },
    { end: '_count', labels: { area }, value: sorted.length },
  ];
}

function latencyFamily(latencies: readonly Latency[]): Family {
  return {
    name: 'tsi_latency_seconds',
    type: 'summary',
    unit: 'seconds',
    help: 'From request to answer by operation of the interface, and from ACK to the event of its result.',
    samples: latencies.flatMap(({ operation, count, percentiles }) => [
      ...QUANTILES.map((quantile) => ({
        labels: { operation, quantile: String(quantile) },
        value: (percentiles[quantile * 100] ?? 0) / 1000,
      })),
      { end: '_count', labels: { operation }, value: count },
    ]),
  };
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: 'gauge', help, samples: [{ value }] };
}

function seconds(name: string, help: string, ms: number): Family {
  return { ...gauge(name, help, ms / 1000), unit: 'seconds' };
}

function familyLines({ name, type, unit, help, samples }: Family, target: Labels): readonly string[] {
  if (samples.length === 0) return [];
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...samples.map(
      ({ end = '', labels, value }) => `${name}${end}{${labelText({ ...target, ...labels })}} ${figure(value)}`,
    ),
  ];
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${oneLine(capped(value, MOST_LABEL)).replace(/[\\"]/g, '\\$&')}"`)
    .join(',');
}

/** Without the tail of a binary fraction. */
function figure(value: number): string {
  return String(Number(value.toFixed(6)));
}
