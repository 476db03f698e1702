// `tsi verify` itself.
import { resolve } from 'node:path';
import { BrokenLink } from '../../../reports/certificate/broken-link.js';
import { loadPolicy } from '../../../reports/certificate/policy.js';
import { type Verification, verifyReport } from '../../../reports/certificate/verify.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { answer, type CommandIo, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { evaluateAssertion } from './evaluate.js';
import { reportFolder } from './folder.js';
import { verifierFrom } from './key-files.js';

export async function verifyFolder(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const verifier = await verifierFrom(args, io);
  const [name = ''] = args.positionals;
  const { dir } = reportFolder(name, io.cwd);
  const policyName = args.text('policy');
  const policy = await loadPolicy(policyName === undefined ? undefined : resolve(io.cwd, policyName));
  const samePolicy = policyName === undefined;
  try {
    const evaluate = evaluateAssertion;
    const found = await verifyReport({ dir, verifier, policy, samePolicy, evaluate, now: new Date() });
    answer(args, io, document(found), text(found));
    return EXIT.conformant;
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    if (args.on('json')) {
      printJson(io, { verified: false, brokenLink: error.link, reason: error.message });
    } else io.stderr.write(`not verified: broken at ${error.link}: ${forLogLine(error.message, 1_000)}\n`);
    return EXIT.verificationFailed;
  }
}

function document({ results, level, validUntil, binding, suiteDigest }: Verification): object {
  const { run, counts, conformant } = results;
  return {
    verified: true,
    level,
    validUntil,
    binding,
    conformant,
    counts,
    run: run.id,
    target: run.target,
    suite: { ...run.suite, digest: suiteDigest },
  };
}

function text({ results, level, validUntil, binding, suiteDigest }: Verification): string {
  const { run, counts } = results;
  const waived = results.checks.filter((check) => check.waiver !== undefined).length;
  const bound = binding === 'build' ? `build ${run.target.build?.digest ?? ''}` : 'endpoint observed, build not bound';
  const lines: readonly (readonly [string, string])[] = [
    ['verified', `level ${level}, until ${validUntil.slice(0, 10)}`],
    ['target', `${run.target.name} at ${run.target.baseUrl} (${bound})`],
    ['run', `${run.id}, ${run.finished}, effort ${run.effort}`],
    [
      'checks',
      `${counts.pass} pass, ${counts.fail} fail, ${counts.inconclusive} undecided, ${counts['not-applicable']} not applicable, ${waived} waived`,
    ],
    ['suite', `${run.suite.name} ${run.suite.version}, sha256 ${suiteDigest}`],
  ];
  return lines.map(([name, value]) => `${name.padEnd(9)}${forLogLine(value)}\n`).join('');
}
