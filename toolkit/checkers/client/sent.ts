// What a client sent, as its journal record has it: headers, body, and the state of each signing stage. Stages that were judged when
// the request came are taken as they are; of a recording without them those are judged that need no secret (interface 5).
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, memberOf } from '../../payload/json-kind.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { HEADER } from '../../signing/portable.js';
import { isSlipId, SIGNING_STAGES, type SigningStage } from '../../signing/slips/slips.js';
import type { StageResult } from '../../signing/stage-result.js';
import { inspectRequest } from '../../signing/verify-request.js';
import type { Call, Entry } from '../ledger/entry.js';

/** A request of the client's own: not one that a suite damaged on purpose. What is wrong in a request that was observed is its own. */
export function isFromClient(entry: Entry): entry is Call {
  return entry.type === 'call' && (!entry.isDamaged || entry.signature !== undefined);
}

export type Headers = readonly (readonly [name: string, value: string])[];

export function headersOf({ headers }: Call): Headers {
  if (!isJsonArray(headers)) return [];
  return headers.flatMap((one): Headers => (isJsonArray(one) ? [[String(one[0]), String(one[1])]] : []));
}

/** The value of the first header of the name, without regard to case. */
export function headerOf(call: Call, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headersOf(call).find(([own]) => own.toLowerCase() === wanted)?.[1];
}

/** A body that is not UTF-8 has no text. */
export function bodyTextOf({ body }: Call): string | undefined {
  return typeof body === 'string' ? body : undefined;
}

function bodyBytesOf({ body }: Call): Uint8Array {
  if (body === null) return new Uint8Array();
  return Buffer.from(typeof body === 'string' ? body : body.base64, typeof body === 'string' ? 'utf8' : 'base64');
}

/** Whether any of the six headers is there: a request without all of them is not signed badly, but not at all. */
export function isSignedAtAll(call: Call): boolean {
  const names: readonly string[] = Object.values(HEADER).map((name) => name.toLowerCase());
  return headersOf(call).some(([name]) => names.includes(name.toLowerCase()));
}

export function stagesOf(call: Call): readonly StageResult[] {
  return recordedStages(call.signature) ?? stagesWithoutSecrets(call);
}

function recordedStages(signature: JsonValue | undefined): readonly StageResult[] | undefined {
  if (!isJsonArray(signature)) return undefined;
  return signature.flatMap((one): readonly StageResult[] => {
    const stage = SIGNING_STAGES.find((known) => known === memberOf(one, 'stage'));
    const state = STATES.find((known) => known === memberOf(one, 'state'));
    if (stage === undefined || state === undefined) return [];
    const [cause, expected, actual] = ['cause', 'expected', 'actual'].map((name) => memberOf(one, name));
    return [
      {
        stage,
        state,
        ...(typeof cause === 'string' && isSlipId(cause) && { cause }),
        ...(typeof expected === 'string' && { expected }),
        ...(typeof actual === 'string' && { actual }),
      },
    ];
  });
}

const STATES = ['ok', 'broken', 'unknown'] as const;

/** Records hold no signature, and who holds which key is not known here. */
const NEEDS_SECRETS: readonly SigningStage[] = ['signature-encoding', 'signature', 'access'];

function stagesWithoutSecrets(call: Call): readonly StageResult[] {
  const { method, path } = call;
  const request = { method, path, headers: headersOf(call), body: bodyBytesOf(call) };
  const results = inspectRequest(request, { hashing: nodeHashing, keyOf: () => ANY_KEY });
  return results.map((result) =>
    NEEDS_SECRETS.includes(result.stage) || isBasePathLeftOut(result, path)
      ? { stage: result.stage, state: 'unknown' }
      : result,
  );
}

const ANY_KEY = { publicKey: new Uint8Array(), verify: () => true };

/** Whether the path of the base address is signed is left open. */
function isBasePathLeftOut({ cause, actual }: StageResult, path: string): boolean {
  return cause === 'path-mismatch' && actual !== undefined && actual.startsWith('/v1/') && path.endsWith(actual);
}
