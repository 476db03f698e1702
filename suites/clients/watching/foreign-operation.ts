// Somebody else trades on the account (interface 6.4, rule 6): an event of an operation that the client does not know makes it subscribe
// again, or read the snapshot. What it makes of it nobody sees, and an honest client may take its time, so that this is a warning.
import { keyOf, type SeenTransaction } from '../stage/seen.js';
import type { Ending, Scene } from './scene.js';
import { failure, undecided, verdictOf } from './verdicts.js';
import { AFTER_MS, AFTER_REFUSAL_MS } from './watched.js';

/** Who has not reconciled by then does not only wait for a calm moment. */
const LONG_MS = 20_000;

export const foreignOperation: Scene = {
  id: 'reconnect.client-resubscribes/watched-foreign-operation',
  title: 'subscribes again or reads the snapshot after an operation that it does not know',
  async play(watched): Promise<Ending> {
    const { id } = foreignOperation;
    const { seen } = watched;
    if (!watched.askedForResults()) return undecided(id, 'the client hears of results by no stream');
    await watched.within(() => watched.hearsResults() || undefined, AFTER_MS);
    const since = seen.now;
    const foreign = (): SeenTransaction | undefined => {
      const told = seen
        .since(since)
        .transactions()
        .filter(({ view }) => typeof view.clientRequestId === 'string');
      const keys = new Set(told.length === 0 ? [] : seen.mutations().map(keyOf));
      return told.find(({ view }) => !keys.has(String(view.clientRequestId)));
    };
    watched.behave({ otherClients: 'trade' });
    const event = await watched.within(foreign, AFTER_REFUSAL_MS);
    watched.behave({ otherClients: 'none' });
    if (event === undefined) return undecided(id, 'the client heard of no order of somebody else');
    const later = seen.since(event.seq);
    const reconciled = (): boolean =>
      later.requests('snapshot').length > 0 ||
      later.opened().length > 0 ||
      later.commands().some(({ command }) => command.action === 'subscribe');
    const soon = await watched.within(() => reconciled() || undefined, LONG_MS);
    if (soon === true) return verdictOf(id, 'pass', [event]);
    const last = later.requests().at(-1);
    if (last === undefined || Number(last.atNs - event.frame.atNs) / 1e6 < LONG_MS - AFTER_MS) {
      return undecided(id, 'the client was not seen for long enough after it', [event]);
    }
    const expected = 'another subscription, or a read of the snapshot, in twenty seconds';
    return { ...failure(id, expected, 'neither', [event]), level: 'should' };
  },
};
