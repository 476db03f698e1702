// What witnesses saw, as the exchanges and streams of a journal claim it, one by one.
import type { WitnessRecord } from './read-record.js';
import type { AnswerDigests, ExchangeEntry, MessageEntry, RequestDigests } from './record.js';

export class SeenConnection {
  readonly #messages: MessageEntry[] = [];

  add(message: MessageEntry): void {
    this.#messages.push(message);
  }

  from(side: MessageEntry['from']): readonly string[] {
    return this.#messages.filter(({ from }) => from === side).map(({ digest }) => digest);
  }
}

export interface Found {
  readonly entry: ExchangeEntry;
  readonly connection: SeenConnection;
}

/** What witnesses saw and no exchange of the journal has claimed yet. */
export class Seen {
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

/** In one sentence; undefined where they are alike. */
export function answerDifference(journal: AnswerDigests, seen: AnswerDigests | null): string | undefined {
  if (seen === null) return 'the witness saw no whole answer to this request';
  if (journal.status !== seen.status) return `status ${journal.status}, where the witness saw ${seen.status}`;
  if (journal.body !== seen.body) return 'the body of the answer is not the one that the witness saw';
  return journal.headers === seen.headers ? undefined : 'the head of the answer is not the one that the witness saw';
}
