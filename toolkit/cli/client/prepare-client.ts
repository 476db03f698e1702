// What the client commands have in common: the venue, the client, and the plan that follows from what it says of itself.
import { type ClientPlan, planClient } from '../../../suites/clients/playing/plan.js';
import type { Venue } from '../../../suites/clients/playing/theatre.js';
import { type ClientCheck, loadClientChecks } from '../../../suites/clients/stage/registry.js';
import type { ClientIntroduction } from '../../intents/index.js';
import { messageOf } from '../../payload/message-of.js';
import { didYouMean } from '../../payload/nearest.js';
import { type Catalogue, loadCatalogue } from '../../requirements/catalogue.js';
import { CommandError, type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { clientSource, type OpenSource, withKeyFile } from './client-source.js';
import { venueFrom } from './venue-dialect.js';

export interface PreparedClient {
  readonly catalogue: Catalogue;
  readonly venue: Venue;
  readonly source: OpenSource;
  readonly client: ClientIntroduction;
  readonly plan: ClientPlan;
  /** How it is started; undefined for the embedded client. */
  readonly command: string | undefined;
  /** Checks that are played in no other way than this, those of a watch. */
  readonly more: readonly ClientCheck[];
}

const SEED = 7;

/** @throws CommandError: a selector that names nothing, a client that cannot be asked. */
export async function withClient<T>(
  args: ParsedArgs,
  io: CommandIo,
  work: (prepared: PreparedClient) => Promise<T>,
): Promise<T> {
  const [catalogue, checks, found] = await Promise.all([
    loadCatalogue(),
    loadClientChecks(),
    venueFrom(args, io, SEED),
  ]);
  return withKeyFile(found, async (venue) => {
    const source = await clientSource(args, io, venue);
    const client = await introductionOf(source);
    const selection = { selectors: args.positionals, sections: args.all('section') };
    const plan = planClient(checks.values(), catalogue.byId, client, selection);
    const [unknown] = plan.unknown;
    if (unknown !== undefined) {
      throw misuse(`no area, requirement, check or section is ${unknown}${didYouMean(unknown, plan.known)}`, {
        hint: 'tsi client plan',
      });
    }
    return work({ catalogue, venue, source, client, plan, command: args.text('exec'), more: [] });
  });
}

async function introductionOf(source: OpenSource): Promise<ClientIntroduction> {
  try {
    const client = await source.open();
    const { introduction } = client;
    await client.close();
    return introduction;
  } catch (cause) {
    throw new CommandError(EXIT.unreachable, `no client to judge: ${messageOf(cause)}`, { cause });
  }
}
