// `tsi open`: the page of a report in the browser.
import type { Command, CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'open',
  summary: 'open the page of a report in the browser',
  usage: ['open [DIR]'],
  about: ['Without DIR the latest of conformance-report and its parts. The address of the page is printed, too.'],
  positionals: { least: 0, most: 1 },
  options: [],
  examples: [{ line: 'tsi open', summary: 'the report of the last run' }],
  run: openReport,
};

async function openReport(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [{ lastReport }, { openInBrowser }, { join }, { existsSync }, { misuse }] = await Promise.all([
    import('../show/last-report.js'),
    import('../open-in-browser.js'),
    import('node:path'),
    import('node:fs'),
    import('../command.js'),
  ]);
  const last = await lastReport(io.cwd, args.positionals[0]);
  if (last === undefined) throw misuse('no report is here; run first, or name the folder of one');
  const page = join(last.dir, 'index.html');
  if (!existsSync(page)) throw misuse(`${page} is not there; make it with ${io.program} render ${last.dir}`);
  openInBrowser(page, io);
  return EXIT.conformant;
}
