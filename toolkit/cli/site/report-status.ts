// Reports in folders, each with what its certificate is worth today by the keys that the command line names.
import { resolve } from 'node:path';
import { type CertificateStatus, certificateStatusOf } from '../../../reports/certificate/certificate-status.js';
import { loadPolicy } from '../../../reports/certificate/policy.js';
import { messageOf } from '../../base/message-of.js';
import { createVerifier, parsePublicKey } from '../../signing/index.js';
import { argumentFile } from '../argument-file.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { ownExaminer } from '../report/expected-plan.js';
import { reportFolder } from '../report/folder.js';

export interface ReportStatus {
  /** Absolute. */
  readonly dir: string;
  /** As it was named. */
  readonly name: string;
  readonly status: CertificateStatus;
}

/** In the order of the names. */
export async function reportStatuses(
  names: readonly string[],
  args: ParsedArgs,
  io: CommandIo,
): Promise<readonly ReportStatus[]> {
  const verifiers = args.all('key').map((file) => {
    try {
      return createVerifier(parsePublicKey(argumentFile(io, '--key', file).toString('utf8')));
    } catch (cause) {
      throw misuse(`--key ${file}: ${messageOf(cause)}`, { cause });
    }
  });
  const policyName = args.text('policy');
  const policy = await loadPolicy(policyName === undefined ? undefined : resolve(io.cwd, policyName));
  const examiner = await ownExaminer();
  const reports: ReportStatus[] = [];
  for (const name of names) {
    const { dir } = reportFolder(name, io.cwd);
    const given = { dir, verifiers, policy, samePolicy: policyName === undefined, examiner, now: new Date() };
    reports.push({ dir, name, status: await certificateStatusOf(given) });
  }
  return reports;
}
