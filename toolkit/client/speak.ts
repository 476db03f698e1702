// The reference client as a program that speaks the protocol: `node dist/toolkit/client/speak.js [temperament or lapse]`.
import { createInterface } from 'node:readline';
import { messageOf } from '../base/message-of.js';
import { type IntentInputs, isIntentOperation } from '../intents/index.js';
import { conductNamed } from './named-conduct.js';
import { referenceClient } from './reference-client.js';

/** The program that asks has its own patience. */
const PATIENCE_MS = 3_600_000;

const [name = 'honest'] = process.argv.slice(2);
const client = referenceClient(conductNamed(name), `reference client, ${name}`);

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer(seq: unknown, operation: unknown, input: unknown): Promise<void> {
  if (!isIntentOperation(operation)) {
    say({ seq, skipped: { message: 'it does not have this operation' } });
    return;
  }
  try {
    // Whoever asks keeps to the schema of the protocol.
    const reply = await client.ask(operation, input as IntentInputs[typeof operation], PATIENCE_MS);
    say(
      reply.kind === 'result'
        ? { seq, result: reply.result }
        : { seq, errored: { context: 'message' in reply ? reply.message : reply.kind } },
    );
  } catch (error) {
    say({ seq, errored: { context: messageOf(error) } });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { cmd, seq, operation, input } = JSON.parse(line) as Readonly<Record<string, unknown>>; // lines are objects
  if (cmd === 'stop') break;
  if (cmd === 'start') say(client.introduction);
  else void answer(seq, operation, input);
}
await client.close();
