// `tsi badge` itself.
import { join, resolve } from 'node:path';
import { badgeJson, badgeOf, badgeSvg } from '../../../reports/certificate/badge.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { ensureFolder, writeFileAtomic } from '../../../reports/render/atomic-write.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { outFolder } from '../report/out-folder.js';
import { reportStatuses } from './report-status.js';

export async function writeBadge(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  if (!args.on('key')) throw args.misuse('--key is needed: the public key of whoever signed');
  const [report] = await reportStatuses(args.positionals, args, io);
  if (report === undefined || report.status.kind === 'unverified') {
    const why = report?.status.kind === 'unverified' ? report.status.reason : 'there is no report';
    io.stderr.write(`no badge is made of what does not verify: ${forLogLine(why, 1_000)}\n`);
    return EXIT.verificationFailed;
  }
  const folder = outFolder(resolve(io.cwd, args.text('out') ?? '.'));
  const badge = badgeOf(report.status);
  ensureFolder(folder);
  await writeFileAtomic(join(folder, 'badge.svg'), badgeSvg(badge));
  await writeFileAtomic(join(folder, 'badge.json'), badgeJson(badge));
  io.stdout.write(
    `${forLogLine(`${badge.label}: ${badge.message}`)}\n${join(folder, 'badge.svg')}\n${join(folder, 'badge.json')}\n`,
  );
  return EXIT.conformant;
}
