// `tsi certify` itself: the run is that of `tsi run`, called with the words that it would have on the command line.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Certificate, certify } from '../../../reports/certificate/certify.js';
import { packageDigest } from '../../../reports/certificate/package-digest.js';
import { loadPolicy, type Policy, validUntil } from '../../../reports/certificate/policy.js';
import { CERTIFICATE_FILE, PARTS_FOLDER } from '../../../reports/model/manifest.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { packageRoot } from '../../base/package-root.js';
import type { Signer } from '../../signing/index.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { parseCommandLine } from '../parse.js';
import { LOCK_FILE } from '../run/guards/folder-lock.js';
import { ownExaminer } from './expected-plan.js';
import { DEFAULT_FOLDER, orExit, reportFolder } from './folder.js';
import { signerFrom } from './key-files.js';

/** Options that go on to the run as they are. */
const PASSED_ON = ['profile', 'base-url', 'seed', 'level', 'waivers', 'allow-trading-on', 'progress'];
const PASSED_ON_TO_CLIENTS = ['exec', 'profile', 'build', 'level', 'waivers', 'progress'];

export async function certifyRun(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  refuseUnnamed(args);
  const signer = await signerFrom(args, io);
  const policyName = args.text('policy');
  const policy = await loadPolicy(policyName === undefined ? undefined : resolve(io.cwd, policyName));
  const [finished] = args.positionals;
  if (finished !== undefined) {
    const unused = [...PASSED_ON, ...PASSED_ON_TO_CLIENTS, 'out', 'effort', 'reference'].find((flag) => args.on(flag));
    if (unused !== undefined) throw args.misuse(`--${unused} is for a run; ${finished} is finished`);
    const { dir } = reportFolder(finished, io.cwd);
    const certificate = await sign(dir, signer, policy, io);
    return certificate.results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
  }
  const out = resolve(io.cwd, args.text('out') ?? DEFAULT_FOLDER);
  refuseForeignFiles(out);
  const exitCode = await run(args, io, out);
  const isReport =
    existsSync(join(out, 'manifest.json')) && exitCode !== EXIT.interrupted && exitCode !== EXIT.terminated;
  if (isReport && exitCode !== EXIT.unreachable) await sign(out, signer, policy, io);
  return exitCode;
}

async function run(args: ParsedArgs, io: CommandIo, out: string): Promise<ExitCode> {
  const passed = (flags: readonly string[]): readonly string[] =>
    flags.flatMap((flag) => {
      const value = args.text(flag);
      return value === undefined ? [] : [`--${flag}=${value}`];
    });
  if (args.on('exec')) {
    const other = ['base-url', 'seed', 'allow-trading-on', 'effort', 'reference'].find((flag) => args.on(flag));
    if (other !== undefined) throw args.misuse(`--${other} is for a service; it does not go with --exec`);
    const { command: clientCommand } = await import('../commands/client.js');
    const words = ['run', `--out=${out}`, ...passed(PASSED_ON_TO_CLIENTS)];
    return clientCommand.run(parseCommandLine(clientCommand, words), io);
  }
  if (args.on('build')) throw args.misuse('--build goes with --exec; the profile of a service names its build');
  const { command: runCommand } = await import('../commands/run.js');
  const words = passed(PASSED_ON);
  const reference = args.on('reference') ? ['--reference'] : [];
  const all = [`--out=${out}`, `--effort=${args.text('effort') ?? 'standard'}`, ...reference, ...words];
  return runCommand.run(parseCommandLine(runCommand, all), io);
}

/** A certificate of nobody's target is only made for who asks for it. */
function refuseUnnamed(args: ParsedArgs): void {
  if (args.positionals.length > 0 || ['profile', 'exec', 'reference'].some((flag) => args.on(flag))) return;
  throw args.misuse(
    'certify what? --profile FILE names the target, --exec COMMAND a client; --reference means the embedded reference service, not a target',
  );
}

/** What is already in the folder would be in nobody's manifest, and the certificate would break at once. */
function refuseForeignFiles(out: string): void {
  const own = [
    'results.json',
    'journal.ndjson',
    'junit.xml',
    'ctrf.json',
    'summary.md',
    'index.html',
    'metrics.prom',
    'manifest.json',
  ];
  const known = [...own, CERTIFICATE_FILE, PARTS_FOLDER, LOCK_FILE];
  const foreign = existsSync(out) ? readdirSync(out).find((name) => !known.includes(name)) : undefined;
  if (foreign === undefined) return;
  throw misuse(`${out} holds ${foreign}, which is of no report; give an empty folder with --out`);
}

async function sign(dir: string, signer: Signer, policy: Policy, io: CommandIo): Promise<Certificate> {
  const suiteDigest = await packageDigest(packageRoot());
  const examiner = await ownExaminer();
  const signing = certify({ dir, signer, policy, suiteDigest, examiner });
  const certificate = await orExit(EXIT.verificationFailed, signing);
  const { path, reached, keyId, results } = certificate;
  const { level, missed } = reached;
  const until = level === undefined ? '' : `, until ${validUntil(level, results.run).slice(0, 10)}`;
  io.stderr.write(`certificate  ${path}\nkey          ${keyId}\nlevel        ${level?.name ?? 'none'}${until}\n`);
  for (const one of missed) io.stderr.write(`  not ${one.level}: ${forLogLine(one.reason)}\n`);
  return certificate;
}
