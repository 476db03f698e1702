// Whether what was signed is that of another request than the one it was sent with (interface 5.3, rule 8): a payload that was kept, or
// headers of another one.
import type { SigningStage } from '../signing/slips/slips.js';
import { broken } from '../signing/stage-result.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import type { Judged } from './judged.js';

interface Request {
  readonly capture: Capture;
  /** The timestamp of the header. */
  readonly sent: string | undefined;
  readonly fields: ReceivedFields | undefined;
}

const MOMENT_MS = 1000;

const OF_HEADERS: readonly string[] = ['idempotency-key-mismatch', 'timestamp-mismatch'];
const OF_REQUEST: readonly SigningStage[] = ['method', 'path', 'body-hash'];

/** Where several values that have nothing to do with one another differ at once, a right payload is that of another request. */
export function withStranger({ capture, sent, fields }: Request, stages: readonly Judged[]): readonly Judged[] {
  const isOk = (stage: SigningStage): boolean =>
    stages.some(({ result }) => result.stage === stage && result.state === 'ok');
  if (capture.format === 'live' || !isOk('signature') || !isOk('payload')) return stages;
  const causes = stages.flatMap(({ result }) => (result.state === 'broken' ? [result.cause ?? ''] : []));
  const has = (cause: string): boolean => causes.includes(cause);
  const ofHeaders = OF_HEADERS.filter((cause) => causes.includes(cause)).length;
  const ofRequest = stages.filter(
    ({ result }) => result.state === 'broken' && OF_REQUEST.includes(result.stage),
  ).length;
  // Values that were made twice within a moment are of the same request.
  if (has('timestamp-mismatch') && Math.abs(Number(sent) - Number(fields?.['timestamp'])) < MOMENT_MS) return stages;
  if (ofHeaders === OF_HEADERS.length && ofRequest === 0) {
    const result = broken('headers-of-another-request', 'the values of SVC-DATA', 'others');
    return stages.map((one) => (one.result.stage === 'headers' && one.result.state === 'ok' ? { result } : one));
  }
  const isOther = ['path-mismatch', 'path-other-segment', 'path-end-missing', 'path-end-added'].some(has);
  // A word or a part in place of the path, or no body hashed, is a mistake of its own beside another.
  const isWhole = /^\/v1\/[\w-]+\//.test(String(fields?.['path']));
  const isStrange = isOther && isWhole && ['method-mismatch', 'body-hash-mismatch', 'body-lost'].some(has);
  if (isStrange && ofHeaders === 0) return withKept(stages);
  if (ofHeaders + ofRequest < 3 || !causes.includes('timestamp-mismatch')) return stages;
  return withKept(stages);
}

function withKept(stages: readonly Judged[]): readonly Judged[] {
  const result = broken('payload-kept', 'the payload of this request', 'that of another one');
  return stages.map((one) => (one.result.stage === 'payload' ? { result } : one));
}
