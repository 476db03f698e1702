// Without a stream nobody is current (interface 3; 4.5, rule 6; 5.3, rule 10; 6.4, rules 2 and 3): while the service
// cannot be reached, refuses the key, or may not give the stream. What was read from a resource meanwhile is another
// matter.
import { asTold } from '../situations/operations.js';
import type { Incident } from '../situations/situation.js';
import { deniedAtCommand, deniedAtHandshake } from '../situations/telling.js';
import { clientCheck } from '../stage/client-check.js';
import { currentWithout, cutOff, expectReturn, type Heard, heard, subscribed } from '../stage/connections.js';
import { amongHandshakes } from '../stage/grounds.js';
import { signedHeaderOf } from '../stage/seen.js';
import type { Judged, Stage } from '../stage/stage.js';

const WATCHING = { operations: [], streams: ['transactions'] } as const;
/** Kinds whose state is whole or nothing; figures and conditions a client may well hold to be as good as they were. */
const WHOLE = ['transactions', 'hmr'] as const;
const RETURNING = { ...WATCHING, reconnects: true } as const;
const WITHOUT_END = Number.POSITIVE_INFINITY;

clientCheck(
  'delivery.client-gaps/unreachable',
  {
    title: 'does not call itself current while the service cannot be reached',
    depth: 'view',
    situation: asTold,
    needs: WATCHING,
    subscribe: WHOLE,
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    const had = heard(stage);
    const outage = stage.arm({ on: 'handshake', lost: true, times: WITHOUT_END });
    const since = stage.seen.now;
    await stage.control('stream.drop');
    await stage.control('account.deposit', { kind: 'balance', amount: '3.05' });
    await noticed(stage, () => outage.struck > 0);
    await expectNotCurrent(stage, had, since);
    outage.disarm();
  },
);

clientCheck(
  'delivery.client-gaps/key-refused',
  {
    title: 'does not call itself current while its key is refused, and does not try without a pause',
    depth: 'view',
    situation: asTold,
    needs: WATCHING,
    subscribe: WHOLE,
    requirements: ['auth.client-refusal-heeded'],
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    const had = heard(stage);
    const refused: Incident['refused'] = { status: 401, name: 'AUTH_INVALID_API_KEY', code: 1000 };
    for (const on of ['handshake', 'read', 'mutation'] as const) stage.arm({ on, refused, times: WITHOUT_END });
    const since = stage.seen.now;
    await stage.control('stream.drop');
    await noticed(stage, () => refusals(stage, since) > 0);
    await expectNotCurrent(stage, had, since);
    await expectPauses(stage, since, 'auth.client-refusal-heeded');
    await expectNotCurrent(stage, had, since);
  },
);

for (const situation of [deniedAtHandshake, deniedAtCommand]) {
  clientCheck(
    `guards.client-disabled-stream/${situation.id}`,
    {
      title: `does not call itself current while its account cannot have the stream, ${situation.id.replaceAll('-', ' ')}`,
      depth: 'view',
      situation,
      needs: WATCHING,
      subscribe: WHOLE,
      requirements: ['delivery.client-gaps'],
    },
    async (stage) => {
      await subscribed(stage, 'transactions');
      const had = heard(stage);
      const since = stage.seen.now;
      await stage.control('account.restrict', { trade_mode: 'trading_disabled' });
      await noticed(stage, () => refusals(stage, since) > 0);
      await expectNotCurrent(stage, had, since);
      await expectPauses(stage, since, 'guards.client-disabled-stream');
      await expectNotCurrent(stage, had, since);
    },
  );
}

const UNAVAILABLE: Incident = {
  on: 'handshake',
  refused: { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' },
  times: 3,
};

clientCheck(
  'delivery.client-any-close/refused-then-open',
  {
    title: 'comes back when its first handshakes are answered with 503',
    depth: 'wire',
    situation: asTold,
    needs: RETURNING,
    requirements: ['reconnect.client-subscribes-again'],
  },
  async (stage) => {
    const had = await subscribed(stage, 'transactions');
    const trouble = stage.arm(UNAVAILABLE);
    const since = await cutOff(stage);
    await stage.eventually(() => trouble.struck >= 3 || undefined);
    await expectReturn(stage, had, since, { refusals: 3 });
    stage.reached('a handshake that was answered with 503', trouble.struck > 0);
  },
);

clientCheck(
  'auth.client-fresh-signature/handshakes',
  {
    title: 'signs each handshake anew when it comes back',
    depth: 'wire',
    situation: asTold,
    needs: RETURNING,
  },
  async (stage) => {
    await subscribed(stage, 'transactions');
    for (let cuts = 0; cuts < 2; cuts += 1) {
      const since = await cutOff(stage);
      await stage.until('a new connection', () => stage.seen.since(since).opened()[0]);
    }
    // Equal handshakes of one millisecond have equal signatures; behind the end of a connection another millisecond has come.
    const shakes = stage.seen.handshakes();
    const copies = shakes.flatMap((shake) => {
      const signature = signedHeaderOf(shake, 'signature');
      const copied = shakes.find(
        (earlier) =>
          (earlier.closed?.seq ?? shake.seq) < shake.seq && signedHeaderOf(earlier, 'signature') === signature,
      );
      return copied === undefined ? [] : [shake, copied];
    });
    const areAllUnlike = new Set(shakes.map((shake) => signedHeaderOf(shake, 'signature'))).size === shakes.length;
    stage.expect.that(copies.length === 0, {
      expected: 'a timestamp and a signature of its own for each handshake',
      actual: 'the signature of an earlier handshake',
      evidence: copies,
      // Two that overlap may be signed in one millisecond.
      grounds: areAllUnlike ? amongHandshakes(stage.seen, shakes, { unlike: '/headers/svc-sign' }) : {},
    });
  },
);

/** Waits until the client has met the trouble; who never tries again is judged by what it says after its patience. */
async function noticed(stage: Stage, hasMet: () => boolean): Promise<void> {
  await stage.eventually(() => hasMet() || undefined);
}

function refusals(stage: Stage, since: number): number {
  const later = stage.seen.since(since);
  const denied = later.handshakes().filter(({ status }) => status >= 400);
  return denied.length + later.events().filter(({ message }) => message.kind === 'command_refused').length;
}

/** Of none of the kinds that it was subscribed to: what streams tell it does not hear. */
async function expectNotCurrent(stage: Stage, had: Heard, since: number): Promise<void> {
  const { claimed: current, grounds } = await currentWithout(stage, [...had.keys()], since);
  stage.expect.that(current.length === 0, {
    grounds,
    expected: 'no word of being current before a new snapshot',
    actual: `the client calls itself current for ${current.join(', ')} time and again`,
    evidence: [...stage.seen.since(since).handshakes()].reverse(),
  });
}

const WATCH_MS = 1_000;
const MOST = 20;

async function expectPauses(
  stage: Stage,
  since: number,
  requirement: NonNullable<Judged['requirement']>,
): Promise<void> {
  const before = stage.seen.since(since).handshakes().length;
  await stage.eventually(() => undefined, WATCH_MS);
  const shakes = stage.seen.since(since).handshakes();
  stage.expect.that(shakes.length - before <= MOST, {
    grounds: amongHandshakes(stage.seen, shakes.slice(before), { most: MOST }),
    requirement,
    level: 'should',
    expected: `at most ${MOST} handshakes in a second while they are refused`,
    actual: `${shakes.length - before}`,
    evidence: shakes.slice(-2),
  });
}
