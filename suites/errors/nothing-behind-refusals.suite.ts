// A synchronous error takes the place of the ACK (interface 7.1, rule 3; 4.1): whatever a placement or an opening is refused for at once,
// nothing comes to be behind it. That it must be refused, and how, is judged elsewhere; what a target takes counts as taken.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import { MEDIA_TYPES_ALIKE } from '../../toolkit/values/transport.js';
import { damageOf } from '../../toolkit/wire/damage/library.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS, type Call } from '../words/calls/calls.js';
import { countFrom } from '../words/trading/executions.js';
import { QUEUED_MS } from '../words/trading/queued.js';

/** What is wrong with a request: how it is sent, or what it asks for. */
interface Wrong {
  readonly send?: SendOptions;
  readonly spoil?: (params: RequestParams) => RequestParams;
}

interface Cause {
  readonly slug: string;
  readonly words: string;
  readonly needs?: Needs;
  readonly wrongs: (t: CheckContext, call: Call, params: RequestParams) => readonly Wrong[];
}

const MEDIA_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', ...MEDIA_TYPES_ALIKE];

const ODD_VALUES: readonly Wrong[] = [
  { spoil: (params) => ({ ...params, type: 'market' }) },
  { spoil: (params) => ({ ...params, instrument: '' }) },
  { spoil: (params) => (params.price === undefined ? params : { ...params, price: 'one' }) },
];

const CAUSES: readonly Cause[] = [
  {
    slug: 'media-type',
    words: 'for its media type',
    wrongs: () => MEDIA_TYPES.map((contentType) => ({ send: { contentType } })),
  },
  {
    slug: 'malformed-body',
    words: 'for a body that is no JSON, or that holds a value of no such form',
    wrongs: ({ account }, { request }, params) => {
      const { body } = account.spec(request, params);
      if (typeof body !== 'string') return [];
      const spoilt = [`${body}}`, body.slice(0, -1), `[${body}]`, `${body}${body}`, `${body.slice(0, -1)},}`];
      return [...spoilt.map((text): Wrong => ({ send: { body: text } })), ...ODD_VALUES];
    },
  },
  {
    slug: 'idempotency-key',
    words: 'for its idempotency key',
    wrongs: () => ['', 'four', 'no/such key', 'x'.repeat(129)].map((idempotencyKey) => ({ send: { idempotencyKey } })),
  },
  {
    slug: 'signature',
    words: 'for its signature or its time',
    wrongs: () =>
      [
        'sign-bit-in-s',
        'header-sign-missing',
        'timestamp-hours-before',
        'timestamp-hours-after',
        'payload-path-wrong',
      ].map((id) => ({ send: { damage: damageOf(id).damage } })),
  },
  {
    slug: 'read-only-key',
    words: 'for a key that may only read',
    needs: { keys: ['readOnly'] },
    wrongs: () => [{ send: { key: 'readOnly' } }],
  },
];

for (const call of CALLS) {
  for (const { slug, words, needs, wrongs } of CAUSES) {
    scenario({
      id: `errors.sync-before-ack/${call.word}-refused-for-${slug}`,
      title: `executes nothing of an ${call.word} that it refuses at once ${words}`,
      purposes: [31],
      needs: { ...call.needs, ...needs },
      waitMs: QUEUED_MS,
      async run(t) {
        const sound = await call.params(t.account);
        const executions = await countFrom(t);
        let [refused, taken] = [0, 0];
        for (const { send, spoil = same } of wrongs(t, call, sound)) {
          const params = { ...(await call.params(t.account)), volume: sound.volume ?? null };
          const [meant, asked] = [params, spoil(params)].map((of) => t.account.spec(call.request, of));
          // The request has no such value.
          if (spoil !== same && meant?.body === asked?.body && meant?.path === asked?.path) continue;
          const submission = await call.submit(t.account, spoil(params), send);
          const status = submission.exchange.answer?.status ?? 0;
          if (status >= 400 && status < 500) refused += 1;
          else if (!submission.accepted) t.inconclusive('the answer does not say that it was refused', [submission]);
          else if ((await t.account.settle(submission)).status === 'success') taken += 1;
        }
        if (refused === 0) return t.notApplicable(`the target refuses no ${call.word} ${words}`);
        await pause(QUEUED_MS, t.signal);
        await executions.expect(call.effect(sound, taken));
      },
    });
  }
}

function same(params: RequestParams): RequestParams {
  return params;
}
