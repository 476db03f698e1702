// A client whose intents stand in the journal: what it was told, and what it said to that, among what crossed the wire meanwhile.
import type { ClientUnderTest, IntentInputs, IntentOperation, IntentReply } from '../../../toolkit/intents/index.js';
import type { RecordSink } from '../../../toolkit/journal/index.js';
import { REMARK } from '../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { noteSaid } from '../stage/said.js';

/** The same client where there is no journal. */
export function noted(client: ClientUnderTest, journal: RecordSink | undefined, check: string): ClientUnderTest {
  if (journal === undefined) return client;
  return {
    introduction: client.introduction,
    stderr: () => client.stderr(),
    close: () => client.close(),
    ask: async (operation, input, patienceMs) => {
      const told = { operation, input: plain(withoutKey(operation, input)) };
      const cause = journal.append({ ...REMARK, kind: 'info', check, parsed: { told } });
      const reply = await client.ask(operation, input, patienceMs);
      const answered = { operation, said: saidIn(reply) };
      const record = journal.append({ ...REMARK, kind: 'info', check, actor: 'client', cause, parsed: { answered } });
      if (reply.kind === 'result') noteSaid(reply.result, record);
      return reply;
    },
  };
}

/** A client is given its key when it begins, which is nobody else's affair. */
function withoutKey<O extends IntentOperation>(operation: O, input: IntentInputs[O]): object {
  if (operation !== 'begin') return input;
  const { account, subscribe } = input as IntentInputs['begin']; // of this operation
  return { account, subscribe };
}

function saidIn<O extends IntentOperation>(reply: IntentReply<O>): JsonValue {
  return plain(reply.kind === 'result' ? reply.result : reply);
}

/** As JSON has it: members that are undefined vanish. */
function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}
