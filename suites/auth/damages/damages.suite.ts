// Every ready-made damage on every kind of request that shows it (interface 5.1 to 5.3): the sound request is accepted, its twin
// with one thing wrong is refused, and where it would have changed something, nothing changed. Which code says so is judged in
// `codes.suite.ts`, since most of these codes are left open.
import { DAMAGES, type DamageEntry, type DamageSubject, damagesOn } from '../../../toolkit/wire/damage/library.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { type CallTrial, callTrial } from '../../words/calls/call-trial.js';
import { READ } from '../../words/needs.js';
import { sendOf } from '../../words/send.js';
import { isJudgedByRefusal } from './battery.js';

interface Subject {
  readonly on: DamageSubject;
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly trial: (t: CheckContext, entry: DamageEntry) => Promise<Pick<CallTrial, 'send'> & Partial<CallTrial>>;
}

const SUBJECTS: readonly Subject[] = [
  {
    on: 'mutating',
    slug: 'order',
    words: 'a placement',
    needs: {},
    async trial(t, { keyEnding = '' }) {
      const { send, ...trial } = await callTrial(t);
      return { ...trial, send: (options) => send({ idempotencyKey: `${t.freshKey()}${keyEnding}`, ...options }) };
    },
  },
  {
    on: 'read',
    slug: 'read',
    words: 'a read',
    needs: READ,
    trial: async (t) => ({ send: sendOf(t.account, 'limits') }),
  },
  {
    on: 'handshake',
    slug: 'handshake',
    words: 'the handshake of the events stream',
    needs: READ,
    trial: async (t) => ({ send: sendOf(t.account, 'eventsStream') }),
  },
];

/** At quick effort each damage is judged on one of the requests that show it, in turn, so that every kind of request has its share. */
const QUICK = new Map(
  DAMAGES.map((entry, turn) => {
    const subjects = SUBJECTS.filter(({ on }) => entry.on.includes(on));
    return [entry.id, subjects[turn % Math.max(1, subjects.length)]];
  }),
);

for (const subject of SUBJECTS) {
  const { on, slug, words, needs, trial } = subject;
  for (const entry of damagesOn(on).filter(isJudgedByRefusal)) {
    const { id, requirement, level, damage } = entry;
    // A handshake without a header breaks the rule of handshakes; what the header is for is judged on orders and reads too.
    const isHandshakeHeader = on === 'handshake' && id.startsWith('header-') && id.includes('-missing');
    scenario({
      id: `${requirement}/${slug}-${id}`,
      title: `refuses ${words} with this damage: ${damage.name}`,
      ...(level === 'should' && { level }),
      ...(isHandshakeHeader && { requirements: ['auth.handshake-headers-required'] }),
      purposes: id.startsWith('header-idempotency-key-doubled') ? [4, 63] : [63],
      needs,
      ...(QUICK.get(id) !== subject && { effort: 'standard' }),
      async run(t) {
        const { send, expectExecuted } = await trial(t, entry);
        const refused = await t.twin({ send, damage });
        if (isHandshakeHeader) t.expect.refused(refused, { requirement: 'auth.handshake-headers-required' });
        t.expect.refused(refused);
        await expectExecuted?.(1);
      },
    });
  }
}
