// A journal beside the records of a witness: every exchange and every stream message of the one must be in the other. What the world
// leaves open is tolerated and counted: requests whose outcome the suite never learned, and what was under way when a stream ended.
import { plural } from '../../toolkit/base/plural.js';
import { readJournal } from '../../toolkit/journal/reader.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { answerDigests, messageDigest, requestDigests } from './canonical.js';
import type { WitnessRecord } from './read-record.js';
import type { AnswerDigests, ExchangeEntry, MessageEntry, RequestDigests } from './record.js';

export interface Witnessed {
  /** Exchanges and stream messages that both hold. */
  readonly exchanges: number;
  readonly messages: number;
  /** Requests that the journal calls sent without an answer: how many of them the witness saw, and how many it saw answered. */
  readonly unanswered: { readonly seen: number; readonly answered: number };
  /** Messages that only one side has, since a stream ended while they were under way. */
  readonly underWay: number;
  /** Descriptions fetched where no witness stood. */
  readonly elsewhere: number;
  /** Streams on which frames were sent on purpose as no library would: what the suite sent there is not compared. */
  readonly rawStreams: number;
}

export interface Comparison {
  readonly witnessed: Witnessed;
  /** Each in one sentence; the journal bears witness only where there is none. */
  readonly differences: readonly string[];
}

interface Asked {
  readonly record: JournalRecord;
  readonly digests: RequestDigests;
  /** The OpenAPI document, which may lie at any address; read without a signature. */
  readonly isDescription: boolean;
  outcome?: JournalRecord;
}

interface Stream {
  readonly opened: number;
  readonly sent: string[];
  readonly received: string[];
  isRaw: boolean;
}

const MOST_DIFFERENCES = 20;

/** Throws what reading the journal throws. */
export async function compareWithWitness(journalPath: string, records: readonly WitnessRecord[]): Promise<Comparison> {
  const { asked, streams, strays } = await readRun(journalPath);
  const seen = new Seen(records);
  const differences: string[] = [...strays];
  const connections = new Map<number, SeenConnection>();
  let [exchanges, elsewhere] = [0, 0];
  const unanswered = { seen: 0, answered: 0 };
  // Requests with an answer first: what is left over may be those whose outcome nobody knows.
  for (const one of asked.values()) {
    if (one.outcome?.kind !== 'ok') continue;
    const answer = answerDigests(one.outcome);
    const found = seen.take(one.digests, answer);
    if (found === undefined && one.isDescription) {
      elsewhere += 1;
      continue;
    }
    if (found === undefined) {
      differences.push(`${placeOf(one.record)}: ${seen.whyMissing(one.digests)}`);
      continue;
    }
    const changed = answerDifference(answer, found.entry.answer);
    if (changed === undefined) exchanges += 1;
    else differences.push(`${placeOf(one.outcome)}: ${changed}`);
    connections.set(one.outcome.i, found.connection);
  }
  for (const one of asked.values()) {
    if (one.outcome !== undefined && one.outcome.kind !== 'info') continue;
    const found = seen.take(one.digests, undefined);
    if (found === undefined) continue;
    unanswered.seen += 1;
    if (found.entry.answer !== null) unanswered.answered += 1;
  }
  const left = seen.left();
  const [first] = left;
  if (first !== undefined) {
    differences.push(
      `the witness saw ${plural(left.length, 'exchange')} that the journal does not hold, the first ` +
        `${first.method} ${first.path} at ${first.at}`,
    );
  }
  let [messages, underWay, rawStreams] = [0, 0, 0];
  for (const [conn, stream] of streams) {
    const connection = connections.get(stream.opened);
    if (connection === undefined) {
      differences.push(`stream ${conn}: no witness saw it opened`);
      continue;
    }
    const received = alike(stream.received, connection.from('target'));
    // What the target said can only be in the journal when it crossed the witness.
    if (received.odd !== undefined || received.onlyFirst > 0) {
      const at = received.odd ?? received.same;
      differences.push(`stream ${conn}: message ${at + 1} from the target is not what the witness saw`);
      continue;
    }
    messages += received.same;
    underWay += received.onlySecond;
    if (stream.isRaw) {
      rawStreams += 1;
      continue;
    }
    const sent = alike(stream.sent, connection.from('suite'));
    if (sent.odd !== undefined || sent.onlySecond > 0) {
      differences.push(
        `stream ${conn}: message ${(sent.odd ?? sent.same) + 1} to the target is not what the witness saw`,
      );
      continue;
    }
    messages += sent.same;
    underWay += sent.onlyFirst;
  }
  return {
    witnessed: { exchanges, messages, unanswered, underWay, elsewhere, rawStreams },
    differences: differences.slice(0, MOST_DIFFERENCES),
  };
}

async function readRun(journalPath: string): Promise<{
  readonly asked: ReadonlyMap<number, Asked>;
  readonly streams: ReadonlyMap<string, Stream>;
  readonly strays: readonly string[];
}> {
  const asked = new Map<number, Asked>();
  const streams = new Map<string, Stream>();
  const strays: string[] = [];
  const { records } = await readJournal(journalPath);
  for await (const record of records) {
    const { kind, conn, cause } = record;
    const stream = conn === null ? undefined : streams.get(conn);
    if (kind === 'invoke') {
      const isDescription = memberOf(record.parsed, 'request') === 'openapi';
      asked.set(record.i, { record: withoutBody(record), digests: requestDigests(record), isDescription });
    } else if (kind === 'ok' || kind === 'fail' || kind === 'info') {
      const request = cause === null ? undefined : asked.get(cause);
      if (request !== undefined && request.outcome === undefined) request.outcome = record;
      else if (kind === 'ok') strays.push(`${placeOf(record)}: an answer to no request`);
    } else if (kind === 'open' && conn !== null) {
      streams.set(conn, { opened: cause ?? 0, sent: [], received: [], isRaw: false });
    } else if (kind === 'event' && record.raw !== null) {
      if (stream === undefined) strays.push(`${placeOf(record)}: a message on no stream`);
      stream?.received.push(messageDigest(record.raw));
    } else if (kind === 'send' && record.error === null && stream !== undefined) {
      if (memberOf(record.parsed, 'frame') !== undefined) stream.isRaw = true;
      stream.sent.push(messageDigest(record.raw));
    }
  }
  return { asked, streams, strays };
}

/** Whole journals are large; of a request no more than its name is needed from here on. */
function withoutBody(record: JournalRecord): JournalRecord {
  const [method, path] = [memberOf(record.parsed, 'method') ?? '', memberOf(record.parsed, 'path') ?? ''];
  return { ...record, raw: null, parsed: { method, path } };
}

function placeOf(record: JournalRecord): string {
  const path = memberOf(record.parsed, 'path');
  return `record ${record.i}${typeof path === 'string' ? `, ${String(memberOf(record.parsed, 'method'))} ${path}` : ''}`;
}

class SeenConnection {
  readonly #messages: MessageEntry[] = [];

  add(message: MessageEntry): void {
    this.#messages.push(message);
  }

  from(side: MessageEntry['from']): readonly string[] {
    return this.#messages.filter(({ from }) => from === side).map(({ digest }) => digest);
  }
}

interface Found {
  readonly entry: ExchangeEntry;
  readonly connection: SeenConnection;
}

/** What witnesses saw and no exchange of the journal has claimed yet. */
class Seen {
  readonly #byHead = new Map<string, Found[]>();
  readonly #byData = new Map<string, string>();

  constructor(records: readonly WitnessRecord[]) {
    for (const { entries } of records) {
      const connections = new Map<number, SeenConnection>();
      for (const entry of entries) {
        const connection = connections.get(entry.connection) ?? new SeenConnection();
        connections.set(entry.connection, connection);
        if (entry.kind === 'message') connection.add(entry);
        if (entry.kind !== 'exchange') continue;
        const { head, data, body } = entry.request;
        this.#byHead.set(head, [...(this.#byHead.get(head) ?? []), { entry, connection }]);
        if (data !== '') this.#byData.set(data, `${head} ${body}`);
      }
    }
  }

  /** The exchange of this request; of several that are alike the one with this answer. */
  take({ head, body }: RequestDigests, answer: AnswerDigests | undefined): Found | undefined {
    const all = this.#byHead.get(head) ?? [];
    const fits = all.filter(({ entry }) => entry.request.body === body || entry.unclear !== undefined);
    const found =
      fits.find(({ entry }) =>
        answer === undefined ? entry.answer === null : answerDifference(answer, entry.answer) === undefined,
      ) ?? fits[0];
    if (found !== undefined) all.splice(all.indexOf(found), 1);
    return found;
  }

  whyMissing({ head, data }: RequestDigests): string {
    if ((this.#byHead.get(head) ?? []).length > 0) return 'its body is not the one that the witness saw';
    return this.#byData.has(data)
      ? 'the witness saw its signed data with another head, or less often'
      : 'no witness saw this request, or none so often';
  }

  left(): readonly ExchangeEntry[] {
    return [...this.#byHead.values()].flat().map(({ entry }) => entry);
  }
}

function answerDifference(journal: AnswerDigests, seen: AnswerDigests | null): string | undefined {
  if (seen === null) return 'the witness saw no whole answer to this request';
  if (journal.status !== seen.status) return `status ${journal.status}, where the witness saw ${seen.status}`;
  if (journal.body !== seen.body) return 'the body of the answer is not the one that the witness saw';
  return journal.headers === seen.headers ? undefined : 'the head of the answer is not the one that the witness saw';
}

/** How two lists agree from the beginning on; `odd` is the first place at which both have an entry and they differ. */
function alike(
  first: readonly string[],
  second: readonly string[],
): { readonly same: number; readonly odd?: number; readonly onlyFirst: number; readonly onlySecond: number } {
  const shorter = Math.min(first.length, second.length);
  let same = 0;
  while (same < shorter && first[same] === second[same]) same += 1;
  return {
    same,
    ...(same < shorter && { odd: same }),
    onlyFirst: first.length - shorter,
    onlySecond: second.length - shorter,
  };
}
