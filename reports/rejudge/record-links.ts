// How the records of a journal hang together: an answer belongs to a request that went before, a message to a stream that was open, and
// nothing else can be written by a run. What does not hang together was put there, taken away or changed afterwards.
import type { JournalRecord, RecordKind } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';

type Known = Pick<JournalRecord, 'kind' | 'check' | 'conn' | 'account' | 'client_request_id'> & {
  readonly request: JsonValue | undefined;
  readonly status: JsonValue | undefined;
};

const OF_THE_TARGET: readonly RecordKind[] = ['ok', 'event'];
const OF_THE_SUITE: readonly RecordKind[] = ['open', 'assert', 'observe', 'verdict', 'control'];
const ANSWERS: readonly RecordKind[] = ['ok', 'fail', 'info'];
const ON_STREAMS: readonly RecordKind[] = ['send', 'event', 'close'];
const WITH_EVIDENCE: readonly RecordKind[] = ['assert', 'observe', 'verdict', 'resolve'];

/** What only traffic has. */
const NOT_OF_OURS = ['conn', 'raw', 'error', 'client_request_id', 'operation_id'] as const;

export class RecordLinks {
  /** By index; a request goes when it is answered. */
  readonly #requests = new Map<number, Known>();
  readonly #answers = new Map<number, Known>();
  /** Open streams by connection: the record that opened them, and the check that did. */
  readonly #streams = new Map<string, { readonly record: number; readonly check: string | null; closed: boolean }>();
  readonly #messages = new Map<number, string | null>();
  /** First messages of their frames, on which the others of the frame rest. */
  readonly #frames = new Set<number>();

  /** What is wrong with the next record, in a sentence; undefined when nothing is. */
  take(record: JournalRecord): string | undefined {
    return this.#actor(record) ?? this.#own(record) ?? this.#evidence(record);
  }

  /** Requests of which the journal of a finished run says nothing more. */
  end(): string | undefined {
    const [left] = this.#requests.keys();
    return left === undefined ? undefined : `record ${left} is a request of which the journal says nothing more`;
  }

  #actor({ kind, actor }: JournalRecord): string | undefined {
    const expected = OF_THE_TARGET.includes(kind) ? 'target' : OF_THE_SUITE.includes(kind) ? 'suite' : undefined;
    if (expected === undefined) {
      return actor === 'target' && kind !== 'close' ? `a record of kind ${kind} by the target` : undefined;
    }
    return actor === expected ? undefined : `a record of kind ${kind} by ${actor}`;
  }

  #own(record: JournalRecord): string | undefined {
    const { i, kind, cause, parsed } = record;
    if (kind === 'invoke') {
      this.#requests.set(i, known(record));
      return cause === null ? undefined : 'a request that answers another record';
    }
    if (ANSWERS.includes(kind)) return kind === 'info' && cause === null ? undefined : this.#answer(record);
    if (kind === 'open') return this.#open(record);
    if (ON_STREAMS.includes(kind)) return this.#onStream(record);
    if (kind !== 'assert') return undefined;
    if (record.check === null) return 'an assertion of no check';
    if (typeof memberOf(parsed, 'requirement') !== 'string') return 'an assertion of no requirement';
    if (NOT_OF_OURS.some((name) => record[name] !== null)) return 'an assertion that crossed the wire';
    const named =
      memberOf(parsed, 'computed') === true ? firstOf(memberOf(parsed, 'evidence')) : memberOf(parsed, 'record');
    return (named ?? null) === cause ? undefined : 'the assertion rests on another record than it names';
  }

  #answer(record: JournalRecord): string | undefined {
    const { i, cause } = record;
    const asked = this.#requests.get(cause ?? 0);
    if (asked === undefined) return 'the answer belongs to no request that waits for one';
    this.#requests.delete(cause ?? 0);
    const answer = known(record);
    if (record.kind === 'ok') this.#answers.set(i, answer);
    const other = (['check', 'conn', 'account', 'client_request_id', 'request'] as const).find(
      (name) => answer[name] !== asked[name],
    );
    return other === undefined ? undefined : `the answer has another ${other.replaceAll('_', ' ')} than its request`;
  }

  #open({ i, conn, check, account, cause }: JournalRecord): string | undefined {
    const handshake = this.#answers.get(cause ?? 0);
    if (conn === null) return 'a stream without a name';
    // Streams of shards bear the same names, and what was open when one ended was never closed.
    this.#streams.set(conn, { record: i, check, closed: false });
    this.#messages.set(i, conn);
    if (handshake === undefined || handshake.check !== check || handshake.account !== account) {
      return 'a stream that no handshake of this check opened';
    }
    return handshake.status === 101 ? undefined : 'a stream that was opened by a refusal';
  }

  #onStream({ i, kind, conn, check, cause, error, raw }: JournalRecord): string | undefined {
    const stream = this.#streams.get(conn ?? '');
    if (stream === undefined) return `a ${kind} on a stream that was never opened`;
    if (stream.check !== check) return `a ${kind} on a stream of another check`;
    if (this.#messages.get(cause ?? 0) !== conn) return `a ${kind} that does not belong to its stream`;
    this.#messages.set(i, conn);
    if (kind === 'event' && cause === stream.record) this.#frames.add(i);
    else if (kind === 'event' && (raw !== null || !this.#frames.has(cause ?? 0))) {
      return 'a message that does not belong to its frame';
    }
    const isLate = stream.closed && !(kind === 'send' && error !== null);
    if (kind === 'close') stream.closed = true;
    if (kind === 'close' && cause !== stream.record) return 'a close that does not belong to its stream';
    return isLate ? `a ${kind} on a stream that was closed` : undefined;
  }

  #evidence({ i, kind, parsed }: JournalRecord): string | undefined {
    if (!WITH_EVIDENCE.includes(kind)) return undefined;
    const list = memberOf(parsed, 'evidence');
    if (!isJsonArray(list)) return undefined;
    const odd = list.find((one) => typeof one !== 'number' || !Number.isSafeInteger(one) || one < 1 || one >= i);
    return odd === undefined ? undefined : `it names ${JSON.stringify(odd)} as evidence, which is no earlier record`;
  }
}

function known({ kind, check, conn, account, client_request_id, parsed }: JournalRecord): Known {
  const [request, status] = [memberOf(parsed, 'request'), memberOf(parsed, 'status')];
  return { kind, check, conn, account, client_request_id, request, status };
}

function firstOf(list: JsonValue | undefined): JsonValue | undefined {
  return isJsonArray(list) ? list[0] : undefined;
}
