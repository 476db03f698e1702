// Commands that were refused, sent again as they were (interface 6.2, rule 4; 6.3, rule 3): what is not available to the account does not
// become so by asking, and a list that names it is refused as a whole. Who asks again now and then, or once on another connection, is not
// judged; what else may have refused a command nobody tells, so that it is a warning.

import { grouped } from '../../../toolkit/base/grouped.js';
import { isJsonArray } from '../../../toolkit/payload/json-kind.js';
import { canonicalJson } from '../../../toolkit/payload/same-json.js';
import type { Seen, SeenCommand, SeenEvent } from '../stage/seen.js';
import type { Judged, WatchedCheck } from './scene.js';
import { timelessWarning, undecided, verdictOf } from './verdicts.js';

export const REFUSED_COMMANDS: WatchedCheck = {
  id: 'subscriptions.client-available-instruments/watched-refused-commands',
  title: 'does not send a subscription over and over that was refused',
};

/** On one connection, the first one not counted. */
const MOST_REPEATS = 4;
/** Whoever goes on with a list that is refused as a whole hears of none of it. */
const MOST_CONNECTIONS = 3;

export function refusedCommands(seen: Seen): Judged {
  const { id } = REFUSED_COMMANDS;
  const asked = seen.commands().filter(({ command }) => command.action === 'subscribe');
  if (asked.length === 0) return undecided(id, 'the client subscribed nothing');
  for (const same of grouped(asked, nameOf).values()) {
    const [first] = same;
    if (first === undefined || answersTo(first, seen, 'command_accepted').length > 0) continue;
    const refused = answersTo(first, seen, 'command_refused');
    // The refusal of one is out before the next is sent.
    const again = same.slice(1).filter((one, index) => {
      const before = same[index]?.seq ?? one.seq;
      return refused.some(({ seq }) => seq > before && seq < one.seq);
    });
    if (again.length <= MOST_REPEATS) continue;
    const actual = `the same command for ${String(first.command.event)} ${again.length} times more`;
    return timelessWarning(id, 'another command, or none, after a refusal', actual, again.slice(-1));
  }
  const unheard = neverHeard(seen, asked);
  if (unheard !== undefined) {
    const actual = `the same list for ${String(unheard.command.event)}, refused on each of more than ${MOST_CONNECTIONS} connections`;
    return timelessWarning(id, 'a list of what is available, or none, after refusals', actual, [unheard]);
  }
  return verdictOf(id, 'pass', asked.slice(0, 1));
}

/** The last command for a list that was refused on one connection after the other, where none for that kind was ever accepted. */
function neverHeard(seen: Seen, asked: readonly SeenCommand[]): SeenCommand | undefined {
  const lists = asked.filter(({ command }) => isJsonArray(command.instruments ?? null));
  for (const same of grouped(lists, ({ command }) => String(command.event)).values()) {
    if (same.some((one) => answersTo(one, seen, 'command_accepted').length > 0)) continue;
    const refused = same.filter((one) => answersTo(one, seen, 'command_refused').length > 0);
    for (const alike of grouped(refused, ({ command }) => canonicalJson(command.instruments ?? null)).values()) {
      if (new Set(alike.map(({ connection }) => connection)).size > MOST_CONNECTIONS) return alike.at(-1);
    }
  }
  return undefined;
}

/** Answers of that kind that may be to it or to one like it, on its connection. */
function answersTo(
  { connection, command, seq }: SeenCommand,
  seen: Seen,
  kind: 'command_accepted' | 'command_refused',
): readonly SeenEvent[] {
  return seen
    .since(seq)
    .events()
    .filter(
      ({ frame, message }) =>
        message.kind === kind &&
        frame.connection === connection &&
        (message.view.event === undefined || message.view.event === command.event),
    );
}

/** The same for the service, whatever number the client gave it. */
function nameOf({ connection, command }: SeenCommand): string {
  return canonicalJson([connection, command.event ?? null, command.instruments ?? null]);
}
