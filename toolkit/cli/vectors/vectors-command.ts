// `tsi vectors`: list, show, check.
import { resolve } from 'node:path';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { didYouMean } from '../../base/nearest.js';
import { type CheckMode, checkNative, checkVectors } from '../../vectors/check.js';
import { listVectors, loadTests, showVector, VECTOR_FILES } from '../../vectors/load.js';
import type { VectorReport } from '../../vectors/report.js';
import { answer, type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { renderVectorJunit } from './junit.js';
import { progressLine } from './progress.js';
import { renderListing, renderReport, renderTest, renderTests } from './tables.js';

export async function vectorsCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  switch (args.action) {
    case 'show':
      return show(args, io);
    case 'check':
      return check(args, io);
    default:
      return list(args, io);
  }
}

function list(args: ParsedArgs, io: CommandIo): ExitCode {
  const listing = listVectors();
  const [file] = args.positionals;
  if (file === undefined) {
    answer(args, io, listing, renderListing(listing));
    return EXIT.conformant;
  }
  const name = readGroup('FILE', file);
  const tests = loadTests([name]).map(({ operation, test: { tcId, comment, flags, result } }) => ({
    tcId,
    operation,
    result,
    comment,
    flags,
  }));
  const files = listing.files.filter(({ group }) => group === name);
  answer(args, io, { files, total: tests.length, tests }, renderTests(tests));
  return EXIT.conformant;
}

function show(args: ParsedArgs, io: CommandIo): ExitCode {
  const [id] = args.positionals;
  if (id === undefined) throw misuse('ID: expected the id of a test, such as sign-request/get-limits, got nothing');
  const found = showVector(id);
  if (found === undefined) {
    const guess = didYouMean(
      id,
      loadTests().map(({ test }) => test.tcId),
    );
    throw misuse(`ID: expected the id of a test, got ${id}${guess}`, {
      hint: 'tsi vectors list FILE',
    });
  }
  answer(args, io, found, renderTest(found));
  return EXIT.conformant;
}

async function check(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  if (args.positionals.length > 0) {
    throw misuse(`expected no words after check, got ${args.positionals.join(' ')}`, {
      hint: 'put the whole command into quotation marks: --exec "node signer.mjs"',
    });
  }
  const report = await runCheck(args, io);
  const junit = args.text('junit');
  if (junit !== undefined) await writeFileAtomic(resolve(io.cwd, junit), renderVectorJunit(report));
  answer(args, io, report, renderReport(report));
  if (io.signal.aborted) return io.signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  if (report.outcomes.length === 0) return report.operations.length === 0 ? EXIT.unreachable : EXIT.nothingSelected;
  if (report.gaveUp === true) return EXIT.unreachable;
  const isLax =
    args.text('level') === 'should' &&
    report.observations.some(({ warning, differs }) => warning !== undefined || differs !== undefined);
  return report.passed && !isLax ? EXIT.conformant : EXIT.verificationFailed;
}

async function runCheck(args: ParsedArgs, io: CommandIo): Promise<VectorReport> {
  const exec = args.text('exec');
  const groups = readGroups(args);
  if (exec === undefined) {
    if (args.on('one-shot')) {
      throw misuse('--one-shot: expected a command to start, got none', {
        hint: 'add --exec COMMAND',
      });
    }
    return checkNative(groups);
  }
  const answerMs = args.integer('time-limit', 1);
  const jobs = args.integer('jobs', 1);
  const line = progressLine(io);
  try {
    return await checkVectors({
      exec,
      cwd: io.cwd,
      groups,
      // The frame has checked the word against the choices of the option.
      mode: (args.text('mode') ?? 'all') as CheckMode,
      oneShot: args.on('one-shot'),
      signal: io.signal,
      onProgress: line.show,
      ...(answerMs === undefined ? {} : { answerMs }),
      ...(jobs === undefined ? {} : { jobs }),
    });
  } finally {
    line.clear();
  }
}

function readGroups(args: ParsedArgs): readonly string[] {
  const groups = args.all('group').map((name) => readGroup('--group', name));
  return groups.length === 0 ? VECTOR_FILES : groups;
}

function readGroup(what: string, text: string): string {
  const name = text.replace(/\.json$/, '');
  if (!VECTOR_FILES.includes(name)) {
    const guess = didYouMean(name, VECTOR_FILES);
    throw misuse(`${what}: expected one of ${VECTOR_FILES.join(', ')}, got ${text}${guess}`);
  }
  return name;
}
