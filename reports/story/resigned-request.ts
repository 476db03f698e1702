// A request of the run as a command that sends it again: signed anew, since a signature of the run is stale (interface 5.3, rule 8).

import { shellWord } from '../../toolkit/base/shell-word.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { CheckResult, RunInfo } from '../model/model.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { textOf } from './items.js';

/** The request on which a verdict rests, or the last one of the check. */
export function decisiveRequest(
  records: readonly ViewerRecord[],
  evidence: readonly number[],
): ViewerRecord | undefined {
  const own = new Set(evidence);
  const requests = records.filter(({ kind, conn }) => kind === 'invoke' && conn === 'http');
  const answered = records.find(
    ({ i, cause }) => own.has(i) && cause !== null && requests.some((one) => one.i === cause),
  );
  return requests.find(({ i }) => own.has(i) || i === answered?.cause) ?? requests.at(-1);
}

/** `program` is how `tsi` is called. A note leads where the line cannot send what the run sent. */
export function resignedRequest(
  { parsed, raw, cut }: ViewerRecord,
  run: Pick<RunInfo, 'target'>,
  { reproduce }: Pick<CheckResult, 'reproduce'>,
  program: string,
): string {
  const words = [textOf(memberOf(parsed, 'method')), textOf(memberOf(parsed, 'path'))];
  const [, profile] = /--profile ('[^']*'|\S+)/.exec(reproduce) ?? [];
  const key = profile === undefined ? '--key-file KEY.pem --api-key ID' : `--profile ${profile}`;
  const body = typeof raw === 'string' && raw !== '' && cut === undefined ? ` --body-text ${shellWord(raw)}` : '';
  const address = profile === undefined ? ` --base-url ${run.target.baseUrl}` : '';
  const damage = memberOf(parsed, 'damage');
  const notes = [
    damage === undefined || damage === null
      ? ''
      : `# the suite sent it damaged (${JSON.stringify(damage)}); this is the sound request\n`,
    raw !== null && raw !== '' && body === '' ? '# its body is not here as text; journal.ndjson has it\n' : '',
  ];
  return `${notes.join('')}${program} sign ${words.map(shellWord).join(' ')} ${key}${body}${address} --format curl | sh\n`;
}
