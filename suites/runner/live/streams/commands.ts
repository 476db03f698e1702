// Subscribe and unsubscribe commands, and what proves their outcome: the target's answer where its dialect has answers, the
// snapshot that a subscription owes (interface 6), or the end of the connection. Answers are matched by command id, by event, or in
// the order of sending, whatever they carry; each answers one command.
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { Undecided } from '../../check-end.js';
import type { CommandOutcome, Received } from '../../context.js';
import type { CheckScope } from '../scope.js';

type Action = 'subscribe' | 'unsubscribe';
type Answer = Extract<Received, { readonly kind: 'command_accepted' | 'command_refused' }>;

/** A command on its way. */
interface Sent {
  readonly commandId: string;
  readonly event: string;
  readonly record: number;
  /** Whether the snapshot has come that it owed: a refusal that comes then is of another command. */
  isProved: boolean;
}

/** The messages that a subscription owes at once. */
const SNAPSHOTS: Readonly<Record<string, Received['kind']>> = {
  transactions: 'trading_state_snapshot',
  hmr: 'hmr_snapshot',
};

/** Of a subscription that is no more than set-up: what came in its place. */
export function unsubscribed(event: string, { record, hasEnded }: CommandOutcome): Undecided {
  const what = hasEnded
    ? `the connection ended at the command to subscribe ${event}`
    : `the subscription to ${event} was refused`;
  return new Undecided(what, [record]);
}

export class Commands {
  readonly #connection: StreamConnection;
  readonly #scope: CheckScope;
  readonly #claimed = new Set<number>();
  /** Kinds of events whose snapshot has been waited for since they were subscribed. */
  readonly #subscribed = new Set<string>();
  readonly #asked = new Set<string>();
  #sent = 0;

  constructor(connection: StreamConnection, scope: CheckScope) {
    this.#connection = connection;
    this.#scope = scope;
  }

  async send(action: Action, event: string, instruments: readonly string[] | undefined): Promise<CommandOutcome> {
    const { dialect, profile, commandAnswers } = this.#scope.target;
    this.#sent += 1;
    this.#asked.add(event);
    const commandId = String(this.#sent);
    const text = dialect.command(action, { event, commandId, ...(instruments === undefined ? {} : { instruments }) });
    const asked = { action, event, ...(instruments === undefined ? {} : { instruments }) };
    const record = this.#connection.send(text, asked);
    const { accepted, refused } = dialect.answersCommands;
    const { answerMs, quietMs } = profile.timing;
    const snapshot = action === 'subscribe' ? SNAPSHOTS[event] : undefined;
    const sent = { commandId, event, record, isProved: false };
    const proofs: Promise<CommandOutcome | undefined>[] = [];
    // A target that answers refusals only has accepted what it leaves unanswered; nobody can know when.
    const patience = accepted && commandAnswers.mayCome ? answerMs : quietMs;
    if (accepted || refused) proofs.push(this.#answer(sent, patience));
    if (snapshot !== undefined) proofs.push(this.#snapshot(snapshot, sent, answerMs));
    const outcome = (await firstProof(proofs)) ?? (await this.#unproved(record));
    if (outcome.outcome === 'accepted') await this.#untilBaseline(action, sent);
    return outcome;
  }

  /**
   * Where the answer stands relative to the snapshot is left open, and events follow the snapshot (interface 6, table): whatever a check
   * does next comes after it. A second subscription need not bring one.
   */
  async #untilBaseline(action: Action, sent: Sent): Promise<void> {
    const { event } = sent;
    const snapshot = SNAPSHOTS[event];
    if (snapshot === undefined) return;
    if (action === 'unsubscribe') this.#subscribed.delete(event);
    else if (!this.#subscribed.has(event)) {
      this.#subscribed.add(event);
      await this.#snapshot(snapshot, sent, this.#scope.target.profile.timing.eventMs);
    }
  }

  async #answer(sent: Sent, withinMs: number): Promise<CommandOutcome | undefined> {
    const { record: after } = sent;
    const answer = await this.#connection.next(
      (message) => {
        if (!isAnswer(message) || this.#claimed.has(message.record)) return false;
        const fits = this.#fits(message, sent);
        if (fits) this.#claimed.add(message.record);
        return fits;
      },
      { after, withinMs, signal: this.#scope.signal },
    );
    const { commandAnswers, dialect } = this.#scope.target;
    if (answer === undefined || !isAnswer(answer)) {
      const isOwed = dialect.answersCommands.accepted && this.#connection.isOpen && !this.#scope.signal.aborted;
      const hint = isOwed ? commandAnswers.missed(withinMs) : undefined;
      if (hint !== undefined) this.#scope.tally.findings.push({ kind: 'dialect', message: hint, evidence: [after] });
      return undefined;
    }
    if (answer.kind === 'command_accepted') commandAnswers.came();
    const { record, view } = answer;
    return {
      outcome: answer.kind === 'command_accepted' ? 'accepted' : 'refused',
      record,
      ...(view.error === undefined ? {} : { error: view.error }),
    };
  }

  /** An event that nothing here was asked about names no command: `error`, where the kind of a frame stands in that member. */
  #fits({ kind, view: { commandId: id, event: named } }: Answer, { commandId, event, isProved }: Sent): boolean {
    if (isProved && kind === 'command_refused') return false;
    if (id !== undefined && id !== null) return String(id) === commandId;
    return named === undefined || named === null || named === event || !this.#asked.has(String(named));
  }

  async #snapshot(kind: Received['kind'], sent: Sent, withinMs: number): Promise<CommandOutcome | undefined> {
    const message = await this.#connection.next(
      (one) => {
        if (one.kind === kind) sent.isProved = true;
        return one.kind === kind;
      },
      { after: sent.record, withinMs, signal: this.#scope.signal },
    );
    return message === undefined ? undefined : { outcome: 'accepted', record: message.record };
  }

  /** A connection that ended has refused whatever it did not answer. */
  async #unproved(record: number): Promise<CommandOutcome> {
    if (this.#connection.isOpen) return { outcome: 'unknown', record };
    const end = await this.#connection.closed;
    return { outcome: 'refused', record: end.record, hasEnded: true };
  }
}

/** The first proof that comes; undefined when none does. */
async function firstProof(proofs: readonly Promise<CommandOutcome | undefined>[]): Promise<CommandOutcome | undefined> {
  const must = proofs.map(async (proof) => {
    const outcome = await proof;
    if (outcome === undefined) throw new Error('no proof');
    return outcome;
  });
  return Promise.any(must).catch(() => undefined);
}

function isAnswer(message: Received): message is Answer {
  return message.kind === 'command_accepted' || message.kind === 'command_refused';
}
