// What every run shows while it goes on, and the files that it leaves; the same for services and for clients.
import { resolve } from 'node:path';
import type { Results } from '../../../reports/model/model.js';
import type { Progress } from '../../../reports/terminal/progress-shape.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT } from '../exit-codes.js';
import type { FolderLock } from './guards/folder-lock.js';
import { JOURNAL_FILE } from './run-plan.js';

export async function progressFor(args: ParsedArgs, io: CommandIo): Promise<Progress> {
  const { colorWanted, createProgress } = await import('../../../reports/terminal/progress.js');
  const isText = args.text('progress') !== 'json';
  return createProgress({
    stream: io.stderr,
    isTty: io.stderr.isTty && io.env['TERM'] !== 'dumb',
    color: colorWanted(io.env, io.stderr.isTty),
    mode: isText ? (args.on('tree') ? 'tree' : 'text') : 'json',
    columns: io.stderr.columns,
    folds: io.env['GITHUB_ACTIONS'] === 'true',
    awaitsTarget: true,
  });
}

export interface Place {
  readonly folder: string;
  readonly lock: FolderLock;
}

/** The paths of what was written. Throws `CommandError` where the folder takes nothing, or is another by now. */
export async function leaveReport(
  { folder: out, lock }: Place,
  { results, secrets }: { readonly results: Results; readonly secrets: readonly string[] },
  args: ParsedArgs,
  io: CommandIo,
): Promise<readonly string[]> {
  const [{ writeReports }, { renderResultsJson }] = await Promise.all([
    import('../../../reports/render/write-reports.js'),
    import('../../../reports/model/results-json.js'),
  ]);
  const isJson = args.on('json');
  try {
    const files = await writeReports(out, results, {
      journalPath: resolve(out, JOURNAL_FILE),
      env: io.env,
      print: (text) => (isJson ? io.stderr : io.stdout).write(text),
      warn: (sentence) => io.stderr.write(`tsi: ${sentence}\n`),
      secrets,
      ...(io.hurry !== undefined && { hurry: io.hurry }),
      beforeEach: () => lock.demandOurs(),
    });
    if (isJson) io.stdout.write(renderResultsJson(results));
    return files;
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw new CommandError(EXIT.suiteError, cause.message, { cause });
  }
}
