// `tsi verify` itself.
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Expectations } from '../../../reports/certificate/expectations.js';
import { SAID_OF_THE_HOLDER, SAID_OF_THE_WITNESS } from '../../../reports/certificate/limits.js';
import { packageDigest } from '../../../reports/certificate/package-digest.js';
import { loadPolicy } from '../../../reports/certificate/policy.js';
import { BrokenLink } from '../../../reports/certificate/verification-links.js';
import {
  type Verification,
  type VerifyInput,
  verifyReport,
  type WitnessFound,
} from '../../../reports/certificate/verify.js';
import { embeddedIn } from '../../../reports/model/embedded.js';
import { headlineText } from '../../../reports/model/headline.js';
import { PARTS_FOLDER } from '../../../reports/model/manifest.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { counted, countWords, type Word } from '../../../reports/model/words.js';
import { didYouMean } from '../../base/nearest.js';
import { packageRoot } from '../../base/package-root.js';
import { answer, type CommandIo, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { ownExaminer } from './expected-plan.js';
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
  const expected = expectationsOf(args);
  const witness = witnessOf(args, io);
  try {
    const examiner = await ownExaminer();
    const now = new Date();
    const given = { dir, verifier, policy, samePolicy, expected, examiner, now };
    const found = await verifyReport({ ...given, ...(witness !== undefined && { witness }) });
    const ownDigest = await packageDigest(packageRoot());
    const unsigned = lstatSync(join(dir, PARTS_FOLDER), { throwIfNoEntry: false }) === undefined ? [] : [PARTS_FOLDER];
    answer(args, io, document(found, ownDigest, unsigned), text(found, ownDigest, unsigned));
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

function expectationsOf(args: ParsedArgs): Expectations {
  const [target, build, suiteDigest, requireLevel] = ['target', 'build', 'suite-digest', 'require-level'].map((flag) =>
    args.text(flag),
  );
  const maxAgeDays = args.integer('max-age', 0);
  if (suiteDigest !== undefined && !/^(sha256:)?[0-9a-f]{64}$/i.test(suiteDigest)) {
    throw args.misuse(`--suite-digest is a SHA-256 of 64 hexadecimal digits; got ${suiteDigest}`);
  }
  return {
    ...(target !== undefined && { target }),
    ...(build !== undefined && { build }),
    ...(suiteDigest !== undefined && { suiteDigest }),
    ...(maxAgeDays !== undefined && { maxAgeDays }),
    ...(requireLevel !== undefined && { requireLevel }),
  };
}

/** Its key and its records say nothing without each other. */
function witnessOf(args: ParsedArgs, io: CommandIo): VerifyInput['witness'] {
  const names = args.all('witness-record');
  if (names.length === 0 && args.text('witness') === undefined) return undefined;
  if (names.length === 0) throw args.misuse('--witness-record is needed with --witness: what the witness signed');
  const records = names.map((name) => ({ name, path: resolve(io.cwd, name) }));
  return { verifier: verifierFrom(args, io, 'witness'), records };
}

function document(
  { results, level, validUntil, binding, suiteDigest, ...more }: Verification,
  ownDigest: string,
  unsigned: readonly string[],
): object {
  const { run, counts, conformant } = results;
  const { keyId, signed, evidence, witness } = more;
  return {
    verified: true,
    level,
    validUntil,
    binding,
    conformant,
    headline: headlineText(results),
    counts,
    run: run.id,
    finished: run.finished,
    effort: run.effort,
    target: run.target,
    suite: { ...run.suite, digest: suiteDigest, isThisOne: suiteDigest === ownDigest },
    key: keyId,
    signed,
    ...(unsigned.length > 0 && { unsigned }),
    evidence,
    ...(witness !== undefined && { witness }),
    limits: witness === undefined ? SAID_OF_THE_HOLDER : SAID_OF_THE_WITNESS,
  };
}

function text(
  { results, level, validUntil, suiteDigest, ...more }: Verification,
  ownDigest: string,
  unsigned: readonly string[],
): string {
  const { run, checks } = results;
  const { keyId, signed, evidence, witness } = more;
  const { digest, version: buildVersion } = run.target.build ?? {};
  const builds = [buildVersion, digest].filter((one) => one !== undefined).join(', ');
  const counts = countWords(checks, run.level);
  const isThisOne = suiteDigest === ownDigest;
  const { evaluated, takenOver } = evidence.assertions;
  const judged = run.target.embedded === true ? ` (${embeddedIn(run.target)})` : '';
  const lines: readonly (readonly [string, string])[] = [
    ['verified', `level ${level}, until ${validUntil.slice(0, 10)}`],
    ['verdict', headlineText(results)],
    ['signed by', `key ${keyId}; level ${signed.level} under ${signed.policy}`],
    ['target', `${run.target.name} at ${run.target.baseUrl}${judged}`],
    ['build', builds === '' ? 'none is bound: whatever answered at that address at that time' : builds],
    ['run', `${run.id}, ${run.finished}, effort ${run.effort}`],
    ['checks', SAID.map((word) => counted(counts[word], word)).join(', ')],
    ['evidence', `${evaluated} assertions evaluated again, ${takenOver} taken over as the run computed them`],
    [
      'suite',
      `${run.suite.name} ${run.suite.version}, catalogue ${run.suite.catalogueVersion ?? 'unnamed'}, sha256 ${suiteDigest}${isThisOne ? ', as this one' : ', not of this very build'}`,
    ],
    ...unsigned.map(
      (name) => ['unsigned', `${name}/, which lies beside it: reports of parts that nobody vouches for`] as const,
    ),
    ...(witness === undefined ? [] : [['witness', witnessText(witness)] as const]),
    ['limits', witness === undefined ? SAID_OF_THE_HOLDER : SAID_OF_THE_WITNESS],
  ];
  return lines.map(([name, value]) => `${name.padEnd(10)}${forLogLine(value)}\n`).join('');
}

function witnessText({ keyId, targets, certificates, exchanges, messages, ...more }: WitnessFound): string {
  const shown = certificates.length === 0 ? '' : ` (certificate sha256 ${certificates.join(', ')})`;
  const { unanswered, underWay, elsewhere, rawStreams } = more;
  const left = [
    `${unanswered.seen} sent without an answer in the journal, of which the witness saw ${unanswered.answered} answered`,
    `${underWay} messages under way when their stream ended`,
    `what was sent on ${rawStreams} streams with frames that are wrong on purpose`,
    ...(elsewhere === 0 ? [] : ['an OpenAPI document that came from elsewhere']),
  ];
  return (
    `key ${keyId} saw ${exchanges} exchanges and ${messages} stream messages of ${targets.join(', ')}${shown} as the journal holds them; ` +
    `not compared: ${left.join('; ')}`
  );
}
