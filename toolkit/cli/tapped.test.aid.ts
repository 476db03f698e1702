// A reference service with a tap on it, and an ordinary client of it, for tests of what is heard.
import type { RecordSink } from '../journal/index.js';
import { loadDialect } from '../profile/index.js';
import { type Reference, type ReferenceOptions, startReference } from '../reference/index.js';
import { OrdinaryClient } from '../reference/sandbox/ordinary-client.test.aid.js';
import { createTap, type Tap } from '../tap/index.js';

export interface TappedService {
  readonly reference: Reference;
  readonly tap: Tap;
  readonly client: OrdinaryClient;
}

export async function startTapped(options: ReferenceOptions = {}, journal?: RecordSink): Promise<TappedService> {
  const sample = await startReference({ ...options, accounts: 1 });
  const dialect = await loadDialect(sample.profile);
  const { unregistered: _, ...registered } = sample.keys;
  await sample.close();
  const tap = createTap({
    dialect,
    keys: (apiKey) => Object.values(registered).find(({ id }) => id === apiKey)?.publicKey ?? 'api-key-unknown',
    ...(journal !== undefined && { journal }),
  });
  const reference = await startReference({ ...options, tap });
  return { reference, tap, client: new OrdinaryClient(reference.profile) };
}
