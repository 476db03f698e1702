import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import type { StreamMessage } from '../../../../toolkit/profile/dialect/views.js';
import { Inbox } from '../../../../toolkit/wire/streams/received.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import type { CheckScope } from '../scope.js';
import { CommandAnswers } from '../sharing/command-answers.js';
import { Commands, unsubscribed } from './commands.js';

interface Bench {
  readonly commands: Commands;
  readonly sent: JsonValue[];
  /** Lets the target say something. */
  says(message: StreamMessage): void;
  ends(): void;
}

function bench(answers: Dialect['answersCommands'] = { accepted: true, refused: true }): Bench {
  const inbox = new Inbox();
  const sent: JsonValue[] = [];
  let record = 0;
  let isOpen = true;
  const connection = {
    send: (_text: string, view: JsonValue) => {
      sent.push(view);
      record += 1;
      return record;
    },
    next: (fits, options = {}) => inbox.next(fits, { ...options, withinMs: options.withinMs ?? 1000 }),
    get isOpen() {
      return isOpen;
    },
    closed: Promise.resolve({ code: 1008, clean: true, record: 99 }),
  } satisfies Partial<StreamConnection>;
  const scope = {
    signal: new AbortController().signal,
    tally: { findings: [] },
    target: {
      commandAnswers: new CommandAnswers(),
      dialect: { answersCommands: answers, command: () => '{}' },
      profile: { timing: { answerMs: 80, eventMs: 200, quietMs: 10 } },
    },
  };
  return {
    // Commands use of both only what is here.
    commands: new Commands(connection as unknown as StreamConnection, scope as unknown as CheckScope),
    sent,
    says: (message) => {
      record += 1;
      inbox.add({ ...message, record, atNs: 0 });
    },
    ends: () => {
      isOpen = false;
      inbox.end();
    },
  };
}

const accepted = (view: object = {}): StreamMessage => ({ kind: 'command_accepted', message: null, view });
const refused = (view: object = {}): StreamMessage => ({ kind: 'command_refused', message: null, view });
const snapshot: StreamMessage = { kind: 'trading_state_snapshot', message: null, view: {} };

describe('a command', () => {
  it('is accepted or refused by its answer, with the error of a refusal', async () => {
    const { commands, says, sent } = bench();
    const subscribing = commands.send('subscribe', 'instruments', ['EURUSD']);
    says(accepted());
    expect(await subscribing).toEqual({ outcome: 'accepted', record: 2 });
    const refusing = commands.send('subscribe', 'ticks', undefined);
    says(refused({ error: { code: 'NO' } }));
    expect(await refusing).toEqual({ outcome: 'refused', record: 4, error: { code: 'NO' } });
    expect(sent).toEqual([
      { action: 'subscribe', event: 'instruments', instruments: ['EURUSD'] },
      { action: 'subscribe', event: 'ticks' },
    ]);
  });

  it('finds its answer among others by command id, by event, or by the order of sending', async () => {
    const byId = bench();
    const [one, two] = [
      byId.commands.send('subscribe', 'hmr', []),
      byId.commands.send('subscribe', 'ticks', undefined),
    ];
    byId.says(refused({ commandId: 2 }));
    byId.says(accepted({ commandId: '1' }));
    expect([(await one).outcome, (await two).outcome]).toEqual(['accepted', 'refused']);

    const byEvent = bench();
    const [hmr, all] = [
      byEvent.commands.send('subscribe', 'hmr', []),
      byEvent.commands.send('subscribe', 'instruments', ['all']),
    ];
    byEvent.says(accepted({ event: 'instruments' }));
    byEvent.says(refused({ event: 'hmr' }));
    expect([(await hmr).outcome, (await all).outcome]).toEqual(['refused', 'accepted']);

    const inOrder = bench();
    const both = ['a', 'b'].map((event) => inOrder.commands.send('subscribe', event, undefined));
    inOrder.says(accepted());
    inOrder.says(refused());
    expect((await Promise.all(both)).map(({ outcome }) => outcome)).toEqual(['accepted', 'refused']);
  });

  it('is answered by a message whose event is of no command, such as the kind of an error', async () => {
    const { commands, says } = bench();
    const both = [commands.send('subscribe', 'transactions', undefined), commands.send('subscribe', 'hmr', ['EURUSD'])];
    says(refused({ event: 'hmr' }));
    says(refused({ event: 'error' }));
    expect((await Promise.all(both)).map(({ record }) => record)).toEqual([4, 3]);
  });

  it('is proved by the snapshot that its subscription owes, and leaves its later answer to nobody else', async () => {
    const { commands, says } = bench();
    const first = commands.send('subscribe', 'transactions', undefined);
    says(snapshot);
    expect((await first).outcome).toBe('accepted');
    const second = commands.send('unsubscribe', 'account_state', undefined);
    says(accepted());
    says(refused());
    expect((await second).outcome).toBe('refused');
  });

  it('is not refused once its snapshot is there: a refusal that names no command is of the next one', async () => {
    const { commands, says } = bench();
    const first = commands.send('subscribe', 'transactions', undefined);
    says(snapshot);
    expect((await first).outcome).toBe('accepted');
    const second = commands.send('subscribe', 'instruments', ['NONE']);
    says(refused());
    says(accepted({ commandId: 1 }));
    expect(await second).toEqual({ outcome: 'refused', record: 4 });
  });

  it('is over with the snapshot, which may come after the answer, unless it was there before', async () => {
    const { commands, says } = bench();
    let isOver = false;
    const first = commands.send('subscribe', 'transactions', undefined).then((outcome) => {
      isOver = true;
      return outcome;
    });
    says(accepted());
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    says(snapshot);
    expect(await first).toEqual({ outcome: 'accepted', record: 2 });
    const second = commands.send('subscribe', 'transactions', undefined);
    says(accepted());
    expect((await second).outcome).toBe('accepted');
  });

  it('waits for another snapshot after an unsubscription, and for none that nobody owes', async () => {
    const { commands, says } = bench();
    const answered = async (sending: Promise<unknown>): Promise<unknown> => {
      says(accepted());
      return Promise.race([sending.then(() => 'over'), new Promise(setImmediate).then(() => 'waits')]);
    };
    const first = commands.send('subscribe', 'hmr', ['EURUSD']);
    expect(await answered(first)).toBe('waits');
    says({ kind: 'hmr_snapshot', message: null, view: {} });
    await first;
    expect(await answered(commands.send('unsubscribe', 'hmr', ['EURUSD']))).toBe('over');
    expect(await answered(commands.send('subscribe', 'hmr', ['EURUSD']))).toBe('waits');
    expect(await answered(commands.send('subscribe', 'account_state', undefined))).toBe('over');
  });

  it('is refused by the end of the connection', async () => {
    const { commands, ends } = bench();
    const sending = commands.send('subscribe', 'nonsense', undefined);
    ends();
    const command = await sending;
    expect(command).toEqual({ outcome: 'refused', record: 99, hasEnded: true });
    expect(unsubscribed('hmr', command).message).toBe('the connection ended at the command to subscribe hmr');
    expect(unsubscribed('hmr', { outcome: 'refused', record: 1 }).message).toBe('the subscription to hmr was refused');
  });

  it('stays unknown where the target answers nothing and owes no snapshot, at once', async () => {
    const { commands } = bench({ accepted: false, refused: false });
    expect(await commands.send('subscribe', 'account_state', undefined)).toEqual({ outcome: 'unknown', record: 1 });
  });

  it('stays unknown after a silence where the target answers refusals only', async () => {
    const { commands } = bench({ accepted: false, refused: true });
    expect((await commands.send('subscribe', 'account_state', undefined)).outcome).toBe('unknown');
  });
});
