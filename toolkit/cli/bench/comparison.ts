// One table of a benchmark: cases that do the same work, measured in turn in one process. The first is the yardstick of the others.
import { Bench } from 'tinybench';

export interface Row {
  readonly name: string;
  readonly perSecond: number;
  /** Of the speed of the first row. */
  readonly ratio: number;
}

export interface Comparison {
  readonly title: string;
  /** What is counted in a second. */
  readonly unit: string;
  readonly rows: readonly Row[];
}

export interface Case {
  readonly name: string;
  readonly run: () => unknown;
  /** Units in one call; one when left out. */
  readonly units?: number;
}

const TIME = { time: 800, warmupTime: 200 } as const;

/** By the median of the calls, which a busy machine disturbs least. */
export async function compare(title: string, unit: string, cases: readonly Case[]): Promise<Comparison> {
  const bench = new Bench(TIME);
  for (const { name, run } of cases) bench.add(name, () => void run());
  await bench.run();
  return ranked(
    title,
    unit,
    bench.tasks.map(({ name, result }, index) => {
      if (result.state !== 'completed') throw new Error(`${title}: ${name} ended as ${result.state}`);
      return { name, perSecond: result.throughput.p50 * (cases[index]?.units ?? 1) };
    }),
  );
}

export function ranked(title: string, unit: string, rows: readonly Omit<Row, 'ratio'>[]): Comparison {
  const first = rows[0]?.perSecond ?? 1;
  return { title, unit, rows: rows.map((row) => ({ ...row, ratio: row.perSecond / first })) };
}

export function tableOf({ title, unit, rows }: Comparison): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(
    ({ name, perSecond, ratio }) =>
      `  ${name.padEnd(width)} ${Math.round(perSecond).toLocaleString('en').padStart(14)} ${ratio.toFixed(3).padStart(9)}`,
  );
  return [`${title}, ${unit} a second, and of the first`, ...lines, ''].join('\n');
}
