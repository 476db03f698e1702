// What a client sent, judged by the history checkers that judge recordings of clients, too. Numbers of records are places in the one
// order of what was seen, so that findings point at it.
import { CLIENT_CHECKERS } from '../../../toolkit/checkers/client/client-checkers.js';
import type { CheckerResult, Finding } from '../../../toolkit/checkers/index.js';
import { JournalJudgement } from '../../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../../toolkit/journal/index.js';
import { REMARK } from '../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { ObservedHandshake, ObservedRequest } from '../../../toolkit/tap/index.js';
import { keyOf, type Seen, type Sighting } from './seen.js';
import type { RecordRange, Stage } from './stage.js';

/**
 * Nothing that the client sent violates the requirement; undecided where it sent nothing that could. What is only a warning by the
 * checkers is one here.
 */
export function expectSent(
  stage: Stage,
  requirement: ClientRequirementId,
  what: string,
  seen: Seen = stage.seen,
): void {
  const { judged, findings } = judgementOf(seen, requirement);
  const [worst] = findings.toSorted((a, b) => weight(a) - weight(b));
  stage.reached(what, judged > 0);
  stage.expect.that(worst === undefined, {
    requirement,
    ...(worst?.level !== undefined && { level: worst.level }),
    expected: worst?.expected ?? 'as the interface says',
    actual: worst === undefined ? 'so' : `${worst.actual}: ${worst.message}`,
    // What one request says by itself, but for how long it was on its way.
    ...(worst?.evidence.length === 1 && requirement !== 'auth.client-timestamp-near' && { certain: true }),
    ...rangeOf(seen),
    evidence: (worst?.evidence ?? []).map((seq) => ({ seq })),
  });
}

/** Where the journal has what is judged; nothing where there is no journal, or nothing was seen. */
function rangeOf(seen: Seen): { readonly seen?: RecordRange } {
  const sightings: readonly Sighting[] = [
    ...seen.all.flatMap((request) => [request, ...(request.answer === undefined ? [] : [request.answer])]),
    ...seen.handshakes().flatMap(({ decided, closed, ...one }) => [one, decided ?? one, closed ?? one]),
    ...seen.frames,
  ];
  const records = sightings.flatMap(({ record }) => record ?? []);
  return records.length === 0 ? {} : { seen: { from: Math.min(...records), to: Math.max(...records) } };
}

/** How often the requirement was judged, and what violates it. */
export function judgementOf(
  seen: Seen,
  requirement: ClientRequirementId,
): { readonly judged: number; readonly findings: readonly Finding<ClientRequirementId>[] } {
  const checkers = CLIENT_CHECKERS.filter(({ requirements }) => requirements.includes(requirement));
  const judgement = new JournalJudgement<ClientRequirementId>(checkers, { isWaitedFor: true });
  for (const record of recordsOf(seen)) judgement.see(record);
  const results: readonly CheckerResult<ClientRequirementId>[] = judgement.finish();
  return {
    judged: results.reduce((sum, { judgedBy }) => sum + (judgedBy[requirement] ?? 0), 0),
    findings: results.flatMap(({ findings }) => findings.filter((finding) => finding.requirement === requirement)),
  };
}

function weight({ level }: Finding<ClientRequirementId>): number {
  return level === 'should' ? 1 : 0;
}

function recordsOf(seen: Seen): readonly JournalRecord[] {
  return [
    ...seen.all.flatMap((request) => recordsOfRequest(request)),
    ...seen.handshakes().flatMap((handshake) => recordsOfHandshake(handshake)),
    ...seen.frames
      .filter(({ direction }) => direction === 'in')
      .map(({ seq, atNs, connection, accountId, text, command }) =>
        recordOf(
          { seq, atNs },
          {
            kind: 'send',
            conn: streamOf(connection),
            account: accountId ?? null,
            raw: text,
            parsed: { kind: 'frame', message: null, view: command === undefined ? null : { ...command } },
          },
        ),
      ),
  ].sort((a, b) => a.i - b.i);
}

function recordsOfRequest(request: ObservedRequest): readonly JournalRecord[] {
  const { body, answer, read } = request;
  const invoke = invokeOf(request, 'http', body);
  if (answer === undefined) return [invoke];
  const { account, client_request_id, conn } = invoke;
  const told = { account, client_request_id, conn, cause: request.seq };
  if (answer.delivered !== 'whole') return [invoke, recordOf(answer, { ...told, kind: 'info' })];
  // What an answer says in the interface's words nobody needs who judges what was sent.
  const parsed = { request: read?.request ?? null, status: answer.status, body: answer.json ?? null, view: null };
  return [invoke, recordOf(answer, { ...told, kind: 'ok', parsed })];
}

function recordsOfHandshake(handshake: ObservedHandshake): readonly JournalRecord[] {
  const { connection, decided, closed, status, seq, read } = handshake;
  const invoke = invokeOf(handshake, streamOf(connection));
  const told = { account: invoke.account, conn: invoke.conn, cause: seq };
  const parsed = { request: read?.request ?? null, status };
  return [
    invoke,
    ...(decided === undefined ? [] : [recordOf(decided, { ...told, kind: 'ok', parsed })]),
    ...(decided === undefined || status !== 101 ? [] : [recordOf(decided, { ...told, kind: 'open' })]),
    ...(closed === undefined ? [] : [recordOf(closed, { ...told, kind: 'close' })]),
  ];
}

function invokeOf(
  sent: Omit<ObservedRequest, 'answer' | 'body'> | ObservedHandshake,
  conn: string,
  body: Uint8Array = new Uint8Array(),
): JournalRecord {
  const { method, target, headers, read, signature } = sent;
  return recordOf(sent, {
    kind: 'invoke',
    actor: 'client',
    conn,
    account: read?.accountId ?? null,
    client_request_id: keyOf(sent) === '' ? null : keyOf(sent),
    raw: body.length === 0 ? null : Buffer.from(body).toString('utf8'),
    parsed: {
      request: read?.request ?? null,
      method,
      path: target,
      headers: headers.map(([name, value]) => [name, value]),
      ...(read !== undefined && { params: read.params }),
      // Stages hold nothing but texts.
      signature: signature.stages.map((stage): JsonValue => ({ ...stage })),
    },
  });
}

function streamOf(connection: number): string {
  return `stream-${connection}`;
}

function recordOf(
  { seq, atNs }: { readonly seq: number; readonly atNs: bigint },
  draft: Partial<JournalRecord> & Pick<JournalRecord, 'kind'>,
): JournalRecord {
  return {
    ...REMARK,
    i: seq,
    run: 'play',
    t_ns: Number(atNs),
    wall: '',
    actor: 'service',
    parsed: null,
    ...draft,
  };
}
