// Every ready-made damage on every kind of request that shows it (interface 5.1 to 5.3): the sound request is accepted, its twin
// with one thing wrong is refused, and where it would have changed something, nothing changed. Which code says so is judged in
// `codes.suite.ts`, since most of these codes are left open.
import { DAMAGES, type DamageEntry, type DamageSubject, damagesOn } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

interface Subject {
  readonly on: DamageSubject;
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly send: (t: CheckContext, entry: DamageEntry) => (options: SendOptions) => Promise<HttpExchange>;
}

const SUBJECTS: readonly Subject[] = [
  {
    on: 'mutating',
    slug: 'order',
    words: 'a placement',
    needs: {},
    send: (t, { keyEnding = '' }) => {
      const params = t.account.order();
      return async (options) => {
        const idempotencyKey = `${t.freshKey()}${keyEnding}`;
        return (await t.account.submit(await params, { idempotencyKey, ...options })).exchange;
      };
    },
  },
  {
    on: 'read',
    slug: 'read',
    words: 'a read',
    needs: { shared: true, readOnly: true },
    send: (t) => (options) => t.account.request('limits', {}, options),
  },
  {
    on: 'handshake',
    slug: 'handshake',
    words: 'the handshake of the events stream',
    needs: { shared: true, readOnly: true },
    send: (t) => (options) => t.account.handshake('eventsStream', options),
  },
];

/**
 * Reads publish no query of their own, so damages to a query are judged in `query.suite.ts`, by the authentication code alone. A member
 * that stands twice in the payload is left open: which of the two counts is the reader's, and `payload.suite.ts` reports it. A body
 * left out is refused for its shape by any target, which would prove nothing about signatures.
 */
function isJudgedHere({ id, query }: DamageEntry): boolean {
  return query === undefined && !id.endsWith('-repeated') && id !== 'body-dropped';
}

/** At quick effort each damage is judged on one of the requests that show it, in turn, so that every kind of request has its share. */
const QUICK = new Map(
  DAMAGES.map((entry, turn) => {
    const subjects = SUBJECTS.filter(({ on }) => entry.on.includes(on));
    return [entry.id, subjects[turn % Math.max(1, subjects.length)]];
  }),
);

for (const subject of SUBJECTS) {
  for (const entry of damagesOn(subject.on).filter(isJudgedHere)) {
    scenario({
      id: `${entry.requirement}/${subject.slug}-${entry.id}`,
      title: `refuses ${subject.words} with this damage: ${entry.damage.name}`,
      ...(entry.level === 'should' && { level: 'should' as const }),
      ...(subject.on === 'handshake' && { requirements: ['auth.handshake-headers-required'] }),
      purposes: entry.id.startsWith('header-idempotency-key-doubled') ? [4, 63] : [63],
      needs: subject.needs,
      ...(QUICK.get(entry.id) !== subject && { effort: 'standard' as const }),
      async run(t) {
        const executions = subject.on === 'mutating' ? await countFrom(t) : undefined;
        const refused = await t.twin({ send: subject.send(t, entry), damage: entry.damage });
        // A handshake without a header breaks the rule of handshakes; what the header is for is judged on orders and reads too.
        if (subject.on === 'handshake' && entry.id.startsWith('header-') && entry.id.includes('-missing'))
          t.expect.refused(refused, { requirement: 'auth.handshake-headers-required' });
        t.expect.refused(refused);
        await executions?.expect({ orders: 1 });
      },
    });
  }
}
