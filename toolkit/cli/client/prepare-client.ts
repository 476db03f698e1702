// What the client commands have in common: the venue, the client, and the plan that follows from what it says of itself.
import { planDigest } from '../../../reports/join/plan-digest.js';
import { type ClientPlan, planClient } from '../../../suites/clients/playing/plan.js';
import type { Venue } from '../../../suites/clients/playing/testbed.js';
import { type ClientCheck, loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { inShard, type Shard } from '../../../suites/runner/plan/shard.js';
import { messageOf } from '../../base/message-of.js';
import { didYouMean } from '../../base/nearest.js';
import type { ClientIntroduction } from '../../intents/index.js';
import { type Catalogue, loadCatalogue } from '../../requirements/catalogue.js';
import { CommandError, type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { openChecks } from '../run/open-checks.js';
import { ciShare, type RunSelection, selectorsOf } from '../run/run-options.js';
import { clientSource, type OpenSource, withKeyFile } from './client-source.js';
import { venueFrom } from './venue-dialect.js';

export interface PreparedClient {
  readonly catalogue: Catalogue;
  readonly venue: Venue;
  readonly source: OpenSource;
  readonly client: ClientIntroduction;
  readonly plan: WholeClientPlan;
  /** What was asked for. */
  readonly wish: Pick<RunSelection, 'selection' | 'shard' | 'effort' | 'name'>;
  /** How it is started; undefined for the embedded client. */
  readonly command: string | undefined;
  /** Checks that are played in no other way than this, those of a watch. */
  readonly more: readonly ClientCheck[];
}

/** The plan, or the share of it that falls to a shard. */
export interface WholeClientPlan extends ClientPlan {
  /** Size and digest of the plan before sharding: what `tsi merge` proves the shards against. */
  readonly whole: { readonly checks: number; readonly digest: string };
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
    const wish = await wishOf(args, io);
    const plan = planClient(checks.values(), catalogue.byId, client, wish.selection);
    const [unknown] = plan.unknown;
    if (unknown !== undefined) {
      throw misuse(`no area, requirement, check or section is ${unknown}${didYouMean(unknown, plan.known)}`, {
        hint: 'tsi client plan',
      });
    }
    const prepared = { catalogue, venue, source, client, wish, command: args.text('exec'), more: [] };
    return work({ ...prepared, plan: shareOfPlan(plan, wish.shard) });
  });
}

async function wishOf(args: ParsedArgs, io: CommandIo): Promise<PreparedClient['wish']> {
  const { shard } = ciShare(args, io);
  const own = { selection: { selectors: selectorsOf(args), sections: args.all('section') }, shard } as const;
  const plain = { ...own, effort: 'standard' } as const;
  if (!args.on('failed')) return plain;
  const selectors = await openChecks(args, io);
  return { ...plain, selection: { ...own.selection, selectors }, name: 'failed' };
}

export function shareOfPlan(plan: ClientPlan, shard: Shard | undefined): WholeClientPlan {
  const whole = planDigest(plan.items.map(({ check }) => check.spec.id));
  if (shard === undefined) return { ...plan, whole };
  const placed = plan.items.map((item, place) => ({ ...item, place }));
  return { ...plan, whole, items: placed.filter(({ check }) => inShard(check.spec.id, shard)) };
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
