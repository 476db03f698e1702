// Interface 4; 5: what a client signs is for the service alone. A read, a handshake and an order are answered by a redirect to another
// address, where nothing that is signed may arrive: libraries follow for some of them, and not for others.
import { listenElsewhere } from '../stage/elsewhere.js';
import type { Ending, Scene } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS } from './watched.js';

/** Libraries follow at once, and machines are busy. */
const FOLLOWS_WITHIN_MS = 3_000;

export const redirected: Scene = {
  id: 'auth.client-own-service/watched-redirect',
  title: 'sends nothing signed to where a redirect points',
  async play(watched): Promise<Ending> {
    const { id } = redirected;
    const { seen } = watched;
    const elsewhere = await listenElsewhere();
    const refused = {
      status: 307,
      name: 'REQUEST_INVALID',
      headers: ['Location', `${elsewhere.address}/v1/elsewhere`],
    } as const;
    const hasStream = seen.opened().some(({ closed }) => closed === undefined);
    const reads = seen.requests().some(({ method }) => method === 'GET');
    const orders = seen.mutations().length > 0;
    const kinds = [
      ...(reads ? ['read' as const] : []),
      ...(hasStream ? ['handshake' as const] : []),
      ...(orders ? ['mutation' as const] : []),
    ];
    const since = seen.now;
    const armed = kinds.map((on) => watched.arm({ on, refused }));
    try {
      if (hasStream) await watched.control('stream.drop');
      const all = (): true | undefined => armed.every(({ struck }) => struck > 0) || undefined;
      await watched.within(all, AFTER_MS * 2);
      await watched.within(() => elsewhere.signed(), FOLLOWS_WITHIN_MS);
      const later = seen.since(since);
      const pointed = [...later.requests(), ...later.handshakes()].filter((one) => statusOf(one) === refused.status);
      if (pointed.length === 0) return undecided(id, 'the client sent nothing that was redirected');
      const signed = elsewhere.signed();
      if (signed === undefined) return verdictOf(id, 'pass', pointed.slice(0, 1));
      return failure(
        id,
        'nothing that is signed at another address',
        `${signed} with signed headers`,
        pointed.slice(0, 1),
      );
    } finally {
      for (const one of armed) one.disarm();
      elsewhere.close();
    }
  },
};

function statusOf(sent: {
  readonly status?: number;
  readonly answer?: { readonly status: number };
}): number | undefined {
  return sent.answer?.status ?? sent.status;
}
