// How fast reports are made and judged: 1,000 checks with 20,000 records in all files, and a journal of a million records as a stream.
// Bounds: all files within 2 s, index.html below 3 MB; a million records within 20 s and 300 MB.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeJournal } from '../rejudge/rejudge.js';
import { evaluateSample, writeSampleRun } from '../sample-run.test.aid.js';
import { writeReports } from './write-reports.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-bench-'));
const lines: string[] = [];

function measured(what: string, value: number, unit: string, most: number): void {
  lines.push(
    `${value <= most ? 'ok  ' : 'SLOW'} ${what}: ${value.toFixed(value < 100 ? 2 : 0)} ${unit} (bound ${most})`,
  );
  if (value > most) process.exitCode = 1;
}

try {
  const run = writeSampleRun(join(folder, 'render'), {
    checks: 1_000,
    exchanges: 6,
    verdicts: ['fail', 'inconclusive', 'fail'],
  });
  const began = performance.now();
  await writeReports(run.dir, run.results, { journalPath: run.journalPath, env: {} });
  measured('all files of 1,000 checks', (performance.now() - began) / 1000, 's', 2);
  measured('index.html', statSync(join(run.dir, 'index.html')).size / 1e6, 'MB', 3);

  const long = writeSampleRun(join(folder, 'judge'), { checks: 10_000, exchanges: 25 });
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const start = performance.now();
  const { records, findings } = await judgeJournal(long.journalPath, evaluateSample);
  clearInterval(watch);
  if (findings.length > 0) throw new Error(`the sample is not sound: ${findings[0]?.message}`);
  const perMillion = 1_000_000 / records;
  measured(`judging ${records} records, per million`, ((performance.now() - start) / 1000) * perMillion, 's', 20);
  measured('memory while judging', peak / 1e6, 'MB', 300);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${lines.join('\n')}\n`);
