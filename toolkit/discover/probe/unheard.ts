// Subscriptions that a target does not take for any (interface 4.5, rule 5): it answers each as it answers one to a kind that does not
// exist, or says nothing at all. Then the command itself is spelled otherwise, and nothing that follows can be found.
import type { JsonValue } from '../../payload/json.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';

export interface Conversation {
  /** The commands, as they were sent. */
  readonly asked: readonly string[];
  readonly answers: readonly JsonValue[];
  /** What came after a subscription to `noKind`. */
  readonly refusals: readonly JsonValue[];
  readonly noKind: string;
}

/** What to say of it; undefined where a command was understood. */
export function unheardCommands({ asked, answers, refusals, noKind }: Conversation): string | undefined {
  const [example = ''] = asked;
  const advice = `spell dialect.commands.subscribe as the target reads it (asked: ${example}), then probe again`;
  if (answers.length + refusals.length === 0) return `no command on the events stream was answered: ${advice}`;
  const form = (message: JsonValue): string => {
    const text = JSON.stringify(message);
    return [...EVENT_KINDS, noKind].reduce((rest, kind) => rest.replaceAll(kind, '*'), text).replaceAll(/\d+/g, '*');
  };
  const refused = new Set(refusals.map(form));
  const alike = answers.filter((message) => refused.has(form(message)));
  if (alike.length < asked.length) return undefined;
  return `every subscription was answered as one to no kind is, ${JSON.stringify(alike[0])}: ${advice}`;
}
