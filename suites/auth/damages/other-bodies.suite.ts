// A body exchanged for another one that is valid as well (interface 5.2; 5.3, rule 3): what was signed fits the hash, what arrives is an
// order for something else, so that nothing but the comparison of the hash can refuse it. Every kind of request that has a body, each
// change of its own, and hashes of bodies that were not sent.
import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import { EMPTY_BODY_HASH } from '../../../toolkit/signing/payload.js';
import type { Damage } from '../../../toolkit/wire/exchange.js';
import type { Needs } from '../../runner/check.js';
import type { CheckId, JudgedId } from '../../runner/check-id.js';
import type { CheckContext } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { openingOf } from '../../words/calls/calls.js';
import { doubledVolume } from '../../words/contexts/doubled-volume.js';
import { requireAccepted } from '../../words/require-accepted.js';
import { countFrom, type Executions } from '../../words/trading/executions.js';
import { partedVolume } from '../../words/trading/parted-volume.js';
import { shifted, sltpOf } from '../../words/trading/prices.js';

/** Requests of one kind on trial. */
interface Trial {
  /** Valid parameters, another request each time. */
  readonly params: () => Promise<RequestParams>;
  /** Judges that no more was executed than the one request that was sound. */
  readonly expectOne: () => Promise<void>;
}

interface Kind {
  readonly id: CheckId;
  readonly words: string;
  readonly also: readonly JudgedId[];
  readonly needs: Needs;
  readonly request: RequestName;
  /** Lower for a call that the interface does not show. */
  readonly level?: 'should';
  readonly begin: (t: CheckContext) => Promise<Trial>;
}

const CLOSES: Needs = { claims: ['positions', 'closePosition'], requests: ['closePosition'] };

const KINDS: readonly Kind[] = [
  {
    id: 'auth.body-hash-matches/another-limit-order',
    words: 'a limit order',
    also: ['auth.signed-place-order'],
    needs: {},
    request: 'placeOrder',
    begin: (t) => placements(t, () => t.account.order()),
  },
  {
    id: 'auth.body-hash-matches/another-stop-order',
    words: 'a stop order',
    also: ['auth.signed-place-order'],
    needs: {},
    request: 'placeOrder',
    begin: (t) => placements(t, () => t.account.order({ type: 'stop', side: 'sell' })),
  },
  {
    id: 'auth.body-hash-matches/another-opening',
    words: 'an opening',
    also: ['auth.signed-open-position'],
    needs: { claims: ['positions'] },
    request: 'openPosition',
    async begin(t) {
      const executions = await countFrom(t);
      const sound = openingOf(await t.account.order({ type: 'market', side: 'buy' }));
      return {
        params: async () => sound,
        expectOne: () => executions.expect({ openings: 1, volume: String(sound.volume) }),
      };
    },
  },
  {
    id: 'auth.body-hash-matches/another-sltp-order',
    words: 'an sltp order',
    also: ['auth.signed-place-order'],
    needs: { claims: ['positions', 'sltp'] },
    request: 'placeOrder',
    async begin(t) {
      const { positionId } = await t.account.openPosition({ side: 'buy' });
      const sound = await sltpOf(t, positionId);
      const executions = await countFrom(t);
      let points = 0n;
      return {
        params: async () => {
          points += 1n;
          return { ...sound, stopLossPrice: shifted(String(sound.stopLossPrice), -points) };
        },
        expectOne: () => executions.expect({}),
      };
    },
  },
  {
    id: 'auth.body-hash-matches/another-partial-close',
    words: 'a partial close',
    also: ['auth.signed-close-position'],
    needs: CLOSES,
    request: 'closePosition',
    level: 'should',
    async begin(t) {
      const part = String((await t.account.order()).volume);
      const volume = partedVolume(await t.account.conditions(), part, 6, 2);
      const { positionId } = await t.account.openPosition({ side: 'buy', volume });
      const executions = await countFrom(t);
      return {
        params: async () => ({ accountId: t.account.id, positionId, volume: part }),
        expectOne: () => executions.expect({ openings: 1, volume: part }),
      };
    },
  },
];

async function placements(t: CheckContext, params: () => Promise<RequestParams>): Promise<Trial> {
  const executions: Executions = await countFrom(t);
  return { params, expectOne: () => executions.expect({ orders: 1 }) };
}

/** Changes of one value that make another valid request; a member that the request does not have is not changed. */
const CHANGES: readonly ((params: RequestParams, t: CheckContext) => RequestParams | undefined)[] = [
  ({ volume, ...rest }) => (volume === undefined ? undefined : { ...rest, volume: doubledVolume(String(volume)) }),
  ({ side, ...rest }) => (side === undefined ? undefined : { ...rest, side: side === 'buy' ? 'sell' : 'buy' }),
  ({ price, ...rest }) => (price === undefined ? undefined : { ...rest, price: shifted(String(price), -3n) }),
  ({ stopLossPrice: level, ...rest }) =>
    level === undefined ? undefined : { ...rest, stopLossPrice: shifted(String(level), -9n) },
  ({ instrument, ...rest }, t) => {
    const other = t.account.instruments.find(({ name }) => name !== instrument);
    return instrument === undefined || other === undefined ? undefined : { ...rest, instrument: other.name };
  },
];

/** Undefined where the request has nothing that could be exchanged so. */
type Exchange = (
  asked: RequestParams,
  bodyOf: (changed: RequestParams) => string | undefined,
  t: CheckContext,
  /** The body of the request that was accepted. */
  accepted: string | undefined,
) => Damage | undefined;

/** Blanks within the body: what is long may be hashed otherwise, or not at all. */
const BLANKS = [2_000, 6_000] as const;

/** Each sends what was not signed: another body beside the signed hash, or the hash of another beside the body. */
const EXCHANGES: readonly Exchange[] = [
  ...CHANGES.map(
    (change): Exchange =>
      (asked, bodyOf, t) => {
        const changed = change(asked, t);
        const body = changed && bodyOf(changed);
        return body === undefined
          ? undefined
          : {
              name: `the body ${body} in place of the signed one`,
              wire: (sent) => ({ ...sent, body: Buffer.from(body) }),
            };
      },
  ),
  ...BLANKS.map(
    (blanks): Exchange =>
      (asked, bodyOf) => {
        const body = bodyOf({ ...asked, volume: doubledVolume(String(asked['volume'] ?? '1')) });
        if (body?.startsWith('{') !== true) return undefined;
        return {
          name: `another body, with ${blanks} blanks, in place of the signed one`,
          wire: (sent) => ({ ...sent, body: Buffer.from(`{${' '.repeat(blanks)}${body.slice(1)}`) }),
        };
      },
  ),
  (asked, bodyOf, t) => {
    const [body] = CHANGES.flatMap((change) => {
      const changed = change(asked, t);
      return (changed && bodyOf(changed)) ?? [];
    });
    return body === undefined
      ? undefined
      : {
          name: 'body_hash of another valid body',
          payload: (fields, { hashing }) => ({ ...fields, body_hash: hashing.bodyHash(Buffer.from(body)) }),
        };
  },
  (_asked, _bodyOf, _t, accepted) =>
    accepted === undefined
      ? undefined
      : {
          name: 'body_hash of the body of an earlier request',
          payload: (fields, { hashing }) => ({ ...fields, body_hash: hashing.bodyHash(Buffer.from(accepted)) }),
        },
  (asked, bodyOf) =>
    bodyOf({ ...asked, volume: '1' }) === undefined
      ? undefined
      : { name: 'body_hash of no body', payload: (fields) => ({ ...fields, body_hash: EMPTY_BODY_HASH }) },
];

/** The body of the changed request; undefined where it is the same, or where the path would be another: that is signed by itself. */
function bodyOf(
  t: CheckContext,
  request: RequestName,
  changed: RequestParams,
  asked: RequestParams,
): string | undefined {
  const [one, other] = [t.account.spec(request, asked), t.account.spec(request, changed)];
  return typeof other.body === 'string' && other.path === one.path && other.body !== one.body ? other.body : undefined;
}

for (const { id, words, also, needs, request, level, begin } of KINDS) {
  scenario({
    id,
    title: `refuses ${words} whose body is exchanged for another valid one after signing, or signed by the hash of another`,
    requirements: also,
    purposes: [63],
    needs,
    ...(level && { level }),
    async run(t) {
      const { params, expectOne } = await begin(t);
      const sound = await params();
      const first = await t.account.place(sound, { request });
      await t.account.settle(first);
      let tried = 0;
      for (const exchange of EXCHANGES) {
        const asked = await params();
        const of = (changed: RequestParams): string | undefined => bodyOf(t, request, changed, asked);
        const damage = exchange(asked, of, t, of(sound));
        if (damage === undefined) continue;
        tried += 1;
        t.expect.refused(await t.account.submit(asked, { request, damage }), { also });
      }
      if (tried === 0) t.notApplicable('the dialect writes nothing of it into a body');
      await expectOne();
      requireAccepted(t, (await t.account.submit(await params(), { request })).exchange, `${words} as it should be`);
    },
  });
}
