// One run of the suite on one hostile target, as a process of its own: what came of it, and what it took.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { writeProfileFile } from '../../reference/sandbox/profile-file.js';
import { startHostile } from './hostile-target.js';
import type { Hostility } from './hostility.js';
import { spellingsOf } from './table/echoes.js';

/** What a run on any hostile target may cost. */
export const BOUNDS = { ms: 240_000, megabytes: 600, reportMegabytes: 400 } as const;

export interface HostileOutcome {
  readonly id: string;
  readonly exitCode: number | null;
  readonly ms: number;
  readonly megabytes: number;
  readonly reportMegabytes: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** What must not be, a sentence each; empty where the run kept to its bounds. */
  readonly breaches: readonly string[];
  readonly output: string;
}

export interface HostileRun {
  readonly folder: string;
  readonly seed: number;
  readonly selection: readonly string[];
  /** Further words of the command line. */
  readonly words?: readonly string[];
  /** How many times longer than usual the run waits. */
  readonly patience?: number;
  /** Until it is given up; that of a hostile target when left out. */
  readonly withinMs?: number;
}

const MAIN = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
/** Verdicts that a run may end with on a target of any kind; never an error of the suite, never an odd death. */
const EXITS: readonly (number | null)[] = [0, 1, 3, 6];
const PEAK_EVERY_MS = 50;

export async function runHostile(hostility: Hostility, run: HostileRun): Promise<HostileOutcome> {
  const target = await startHostile(hostility, run.seed);
  const out = join(run.folder, hostility.id);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const profile = join(out, 'target.yaml');
  try {
    const { profile: honest } = target.reference;
    const waitMs = 800 * (run.patience ?? 1);
    const timing = { answerMs: waitMs, resultMs: waitMs, eventMs: waitMs, quietMs: 100 * (run.patience ?? 1) };
    writeProfileFile(
      { ...honest, baseUrl: target.baseUrl, streamUrl: target.baseUrl.replace(/^http/, 'ws'), timing },
      profile,
    );
    const report = join(out, 'report');
    const words = [
      'run',
      '--profile',
      profile,
      '--out',
      report,
      '--seed',
      String(run.seed),
      ...(run.words ?? ['--effort', 'quick']),
      ...run.selection,
    ];
    const ended = await measured(words, run.withinMs ?? BOUNDS.ms);
    const outcome = judged(ended, report);
    const other = existsSync(join(report, RESULTS)) ? await disagreement(ended, report) : undefined;
    const shown = shownSignature(target.signatures, [ended.output, ...textsIn(report)]);
    // A TLS handshake that the suite breaks off meets it before any request does.
    const isMissed = target.met() === 0 && hostility.tls === undefined;
    const more = [shown ?? [], other ?? [], isMissed ? 'nothing of it was met' : []].flat();
    const breaches = [...outcome.breaches, ...more];
    return { id: hostility.id, ...ended, ...outcome, breaches };
  } finally {
    await target.close();
  }
}

interface Ended {
  readonly exitCode: number | null;
  readonly ms: number;
  readonly megabytes: number;
  readonly output: string;
}

function measured(words: readonly string[], withinMs: number): Promise<Ended> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-200_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid));
    }, PEAK_EVERY_MS);
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
    child.once('close', (exitCode) => {
      clearInterval(watch);
      clearTimeout(timer);
      resolve({ exitCode, ms: Math.round(performance.now() - startedMs), megabytes: peak, output });
    });
  });
}

/** The most memory that the process ever held, where the system tells. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Larger ones are floods, and cost more to search than they tell. */
const MOST_SEARCHED = 64_000_000;

function textsIn(report: string): readonly string[] {
  if (!existsSync(report)) return [];
  const paths = readdirSync(report, { recursive: true, encoding: 'utf8' }).map((name) => join(report, name));
  return paths
    .filter((path) => statSync(path).isFile() && statSync(path).size < MOST_SEARCHED)
    .map((path) => readFileSync(path, 'utf8'));
}

/** So much of a signature is as good as the whole for whoever reads reports. */
const PART = 40;

/** One of zeros begins as many a text does. */
const isVaried = (signature: string): boolean => new Set(signature.slice(0, PART)).size > 12;

/** A signature that was sent, in a spelling that whoever finds it would know. */
function shownSignature(signatures: ReadonlySet<string>, texts: readonly string[]): string | undefined {
  const known = new Set([...signatures].flatMap(spellingsOf));
  const beginnings = new Set([...signatures].filter(isVaried).map((one) => one.slice(0, PART)));
  for (const text of texts) {
    for (const [run] of text.replaceAll('\\', '').matchAll(/[\w+/-]{40,}|\d{1,3}(?:, \d{1,3}){63}/g)) {
      if (known.has(run) || beginnings.has(run.slice(0, PART))) {
        return `the signature ${run.slice(0, 8)}… in the report or on the terminal`;
      }
    }
  }
  return undefined;
}

/** Whoever judges the journal without the target must come to the same, or nobody can certify the run. */
async function disagreement({ exitCode }: Ended, report: string): Promise<string | undefined> {
  const again = await measured(['judge', report], BOUNDS.ms);
  if (again.megabytes > BOUNDS.megabytes) return `${again.megabytes} MB of memory to judge it again`;
  if (again.exitCode === exitCode) return undefined;
  return `judged again it is exit ${again.exitCode ?? 'by a signal'}: ${again.output.slice(0, MOST_SHOWN)}`;
}

const RESULTS = 'results.json';
const MOST_SHOWN = 200;
const TRACE = /^\s+at .+:\d+:\d+\)?$/m;

function judged(
  { exitCode, ms, megabytes, output }: Ended,
  report: string,
): Pick<HostileOutcome, 'breaches' | 'verdicts' | 'reportMegabytes'> {
  const results = join(report, RESULTS);
  const breaches: string[] = [];
  let verdicts: Readonly<Record<string, number>> = {};
  if (!EXITS.includes(exitCode)) breaches.push(`exit ${exitCode ?? 'by a signal'}`);
  if (ms >= BOUNDS.ms) breaches.push(`not done after ${BOUNDS.ms / 1000} s`);
  if (megabytes > BOUNDS.megabytes) breaches.push(`${megabytes} MB of memory`);
  if (TRACE.test(output)) breaches.push('a stack trace');
  if (hasControl(output)) breaches.push('control characters of the target on the terminal');
  if (existsSync(results)) {
    // Written by the suite, in its own schema.
    const read = JSON.parse(readFileSync(results, 'utf8')) as { readonly counts: Readonly<Record<string, number>> };
    verdicts = Object.fromEntries(Object.entries(read.counts).filter(([, count]) => count > 0));
    if ((verdicts['error'] ?? 0) > 0) breaches.push(`${verdicts['error']} errors of the suite`);
  } else {
    breaches.push('no results');
  }
  const journal = join(report, 'journal.ndjson');
  const reportMegabytes = existsSync(journal) ? Math.round(statSync(journal).size / 1e6) : 0;
  if (reportMegabytes > BOUNDS.reportMegabytes) breaches.push(`a journal of ${reportMegabytes} MB`);
  return { breaches, verdicts, reportMegabytes };
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f\u202a-\u202e\u2066-\u2069]|\u001b\[2J|\u001b\]/.test(
    text,
  );
}
