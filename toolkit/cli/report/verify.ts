// `tsi verify` itself.
import { resolve } from 'node:path';
import { BrokenLink } from '../../../reports/certificate/broken-link.js';
import { loadPolicy } from '../../../reports/certificate/policy.js';
import { type Verification, verifyReport } from '../../../reports/certificate/verify.js';
import { headlineText } from '../../../reports/model/headline.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { counted, countWords, type Word } from '../../../reports/model/words.js';
import { didYouMean } from '../../payload/nearest.js';
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
  const requireLevel = args.text('require-level');
  const levels = policy.levels.map((level) => level.name);
  if (requireLevel !== undefined && !levels.includes(requireLevel)) {
    throw args.misuse(
      `--require-level is one of ${levels.join(', ')}; got ${requireLevel}${didYouMean(requireLevel, levels)}`,
    );
  }
  try {
    const evaluate = evaluateAssertion;
    const found = await verifyReport({
      dir,
      verifier,
      policy,
      samePolicy,
      ...(requireLevel !== undefined && { requireLevel }),
      evaluate,
      now: new Date(),
    });
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

const SAID: readonly Word[] = ['pass', 'fail', 'warning', 'undecided', 'not applicable', 'waived'];

function document({ results, level, validUntil, binding, suiteDigest }: Verification): object {
  const { run, counts, conformant } = results;
  return {
    verified: true,
    level,
    validUntil,
    binding,
    conformant,
    headline: headlineText(results),
    counts,
    run: run.id,
    target: run.target,
    suite: { ...run.suite, digest: suiteDigest },
  };
}

function text({ results, level, validUntil, binding, suiteDigest }: Verification): string {
  const { run, checks } = results;
  const counts = countWords(checks, run.level);
  const bound = binding === 'build' ? `build ${run.target.build?.digest ?? ''}` : 'endpoint observed, build not bound';
  const lines: readonly (readonly [string, string])[] = [
    ['verified', `level ${level}, until ${validUntil.slice(0, 10)}`],
    ['verdict', headlineText(results)],
    ['target', `${run.target.name} at ${run.target.baseUrl} (${bound})`],
    ['run', `${run.id}, ${run.finished}, effort ${run.effort}`],
    ['checks', SAID.map((word) => counted(counts[word], word)).join(', ')],
    ['suite', `${run.suite.name} ${run.suite.version}, sha256 ${suiteDigest}`],
  ];
  return lines.map(([name, value]) => `${name.padEnd(9)}${forLogLine(value)}\n`).join('');
}
