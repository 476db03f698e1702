// What is owed of a day, judged leniently where the world decides: streams may end, other instruments may be closed, history may show
// no identifiers (interface 1, rules 1 and 2; 6).
import type { CheckContext, Events, ExpectOptions, ReceivedOf, Submission } from '../../runner/context.js';
import { type Collection, missingFrom, pagesWith, shownItems } from '../../words/pages.js';

/** Judges that the event of a result has come, unless the connection has ended, as it may. */
export async function expectTold(
  t: CheckContext,
  events: Events,
  submission: Submission,
  options: ExpectOptions = {},
): Promise<ReceivedOf<'transaction_event'>> {
  const event = await events.resultOf(submission);
  if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [submission]);
  return t.expect.arrived(event, submission, options);
}

/** The connection or, where the target has ended it meanwhile, as it may, another one: a client connects again (6.4, rule 4). */
export async function stillOpen(t: CheckContext, events: Events): Promise<Events> {
  return events.isOpen ? events : await t.account.transactions();
}

/** Judges that these are found in the collection, which may lag behind. */
export async function expectInHistory(
  t: CheckContext,
  collection: Collection,
  ids: readonly string[],
  options: ExpectOptions,
): Promise<void> {
  const pages = await pagesWith(t, collection, ids);
  t.expect.none(missingFrom(pages, ids), `${ids.join(', ')} in history`, {
    evidence: pages,
    shown: shownItems(pages, ids),
    ...options,
  });
}
