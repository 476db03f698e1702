// Where the clients under test come from: a program, or the reference client with a temperament or a lapse.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientSource } from '../../../suites/clients/playing/pool.js';
import type { Venue } from '../../../suites/clients/playing/testbed.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { misuse } from '../command.js';

const PROCESSES = 8;
const SIDE_BY_SIDE = 12;

export interface OpenSource extends ClientSource {
  /** The reference client, which nobody asked about unless he named a lapse. */
  readonly embedded: boolean;
}

export async function clientSource(
  args: ParsedArgs,
  io: CommandIo,
  venue: Pick<Venue, 'privatePem'>,
): Promise<OpenSource> {
  const command = args.text('exec');
  const jobs = args.integer('jobs', 1);
  const fresh = args.on('fresh');
  const own = [...args.all('lapse'), ...args.all('temperament')];
  if (command === undefined) {
    const open = await embeddedClient(args.all('lapse'), args.all('temperament'));
    return { open: () => Promise.resolve(open()), most: jobs ?? SIDE_BY_SIDE, fresh: true, embedded: true };
  }
  if (own.length > 0) {
    throw args.misuse('--lapse and --temperament are for the embedded client; they do not go with --exec');
  }
  const { startClient } = await import('../../intents/index.js');
  const open = (): ReturnType<typeof startClient> => startClient({ command, cwd: io.cwd, secrets: [venue.privatePem] });
  return { open, most: jobs ?? PROCESSES, fresh, embedded: false };
}

async function embeddedClient(
  lapses: readonly string[],
  temperaments: readonly string[],
): Promise<() => import('../../intents/index.js').ClientUnderTest> {
  const { HONEST, LAPSES, TEMPERAMENTS, referenceClient } = await import('../../client/index.js');
  const chosen = [
    ...temperaments.map((id) => named('temperament', id, TEMPERAMENTS)),
    ...lapses.map((id) => named('lapse', id, LAPSES)),
  ];
  const conduct = Object.assign({}, HONEST, ...chosen.map((one) => one.conduct));
  const name = ['reference client', ...chosen.map(({ id }) => id)].join(', ');
  return () => referenceClient(conduct, name);
}

/** @throws CommandError for an id of none. */
export function named<Item extends { readonly id: string }>(kind: string, id: string, items: readonly Item[]): Item {
  const found = items.find((item) => item.id === id);
  if (found === undefined) throw misuse(`no ${kind} is ${id}`, { hint: 'tsi client lapses' });
  return found;
}

/** The private key as a file that only its owner may read, for as long as the work takes. */
export async function withKeyFile<T>(venue: Venue, work: (venue: Venue) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tsi-client-'));
  try {
    const privateKeyFile = join(folder, 'main.pem');
    await writeFile(privateKeyFile, venue.privatePem, { mode: 0o600 });
    return await work({ ...venue, privateKeyFile });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
