// What the plan of a client run is computed from, as its journal keeps it, and the plan computed again from there: what a verifier needs
// to see for itself that a report holds every check that was due of this client.
import { createHash } from 'node:crypto';
import type { ExpectedPlan } from '../../../reports/certificate/expected-plan.js';
import type { RunInfo } from '../../../reports/model/model.js';
import { type ClientPlanItem, planClient } from '../../../suites/clients/playing/plan.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { type Waiver, waiverFindings } from '../../../suites/runner/plan/waivers.js';
import type { ClientIntroduction } from '../../intents/index.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import type { Catalogue } from '../../requirements/catalogue.js';
import { ANY_CHECK } from '../run/plan-facts.js';
import { asRunFinding } from '../run/results.js';
import { withRootCauses } from '../run/root-causes.js';
import { clientStatements, plannedCheck } from './client-results.js';
import { watchedPlan } from './watched-plan.js';

type Build = NonNullable<RunInfo['target']['build']>;

export interface ClientFacts {
  readonly subject: 'client';
  readonly way: 'told' | 'watched';
  readonly client: ClientIntroduction;
  /** The name of a dialect, or the profile that states one. */
  readonly dialect: JsonValue;
  readonly dialectName: string;
  /** How the client is started; null for the embedded one. */
  readonly started: string | null;
  readonly assumed: boolean;
  readonly build: Build | null;
  readonly selection: readonly string[];
  readonly shard: string | null;
  readonly level: 'must' | 'should';
  /** Null where several runs were joined. */
  readonly command: string | null;
  readonly reproduce: string | null;
  readonly waivers: readonly Waiver[];
}

/** Of what the client says of itself, and of how it was spoken to. */
export function fingerprintOfClient({ client, dialect }: Pick<ClientFacts, 'client' | 'dialect'>): string {
  return createHash('sha256')
    .update(JSON.stringify([client, dialect]))
    .digest('hex');
}

/** What results say of whom was judged. */
export function targetOf(facts: ClientFacts): RunInfo['target'] {
  const { client, started, way, dialectName, assumed, build } = facts;
  return {
    name: client.implementation,
    baseUrl: started ?? 'in the process of the run',
    environment: 'sandbox',
    fingerprint: fingerprintOfClient(facts),
    subject: 'client',
    client: {
      way,
      language: client.language,
      capabilities: client.capabilities,
      claims: { ...client.claims } as JsonValue, // its members are JSON
      dialect: dialectName,
    },
    ...(started === null && { embedded: true as const }),
    ...(assumed && { assumed: true as const }),
    ...(build !== null && { build }),
  };
}

/** What a client does not have it says beforehand, and its report says so; of a program that says nothing, nothing can be expected. */
export function policyOf({ way }: Pick<ClientFacts, 'way'>): 'unreachable' | 'any' {
  return way === 'told' ? 'unreachable' : 'any';
}

/** Throws `ProtocolError` of code `verification-failed` where a journal does not say what its plan was computed from. */
export async function expectedOfClient(settings: JsonValue, catalogue: Catalogue): Promise<ExpectedPlan> {
  const facts = readFacts(settings);
  const items = await planAgain(facts, catalogue);
  const { level, command, reproduce, waivers, selection } = facts;
  const all = await allChecks(facts);
  const ids = [...all].map(({ spec }) => spec.id);
  return {
    // No check of a client is told to rest on another.
    causes: withRootCauses,
    ofWaivers: (verdicts, day) => waiverFindings(waivers, ids, verdicts, day).map(asRunFinding),
    checks: items.map((item) => ({
      ...plannedCheck(item),
      ...(item.obstacle !== undefined && { obstacle: item.obstacle }),
    })),
    requirements: clientStatements(catalogue, all),
    run: { selection, level, policy: policyOf(facts), ...(typeof command === 'string' && { command }) },
    target: targetOf(facts),
    waivers,
    ...(typeof reproduce === 'string' && { reproduce: (id: string) => reproduce.replace(ANY_CHECK, () => id) }),
  };
}

async function planAgain({ way, client }: ClientFacts, { byId }: Catalogue): Promise<readonly ClientPlanItem[]> {
  const nothing = { selectors: [], sections: [] };
  if (way === 'watched') return watchedPlan(byId, client, nothing).plan.items;
  return planClient((await loadClientChecks()).values(), byId, client, nothing).items;
}

async function allChecks({ way, client }: ClientFacts): Promise<Parameters<typeof clientStatements>[1]> {
  const told = [...(await loadClientChecks()).values()];
  if (way === 'told') return told;
  return [...told, ...watchedPlan(new Map(), client, { selectors: [], sections: [] }).checks];
}

const MEMBERS = ['way', 'client', 'dialect', 'dialectName', 'started', 'assumed', 'build', 'level', 'command'] as const;

function readFacts(settings: JsonValue): ClientFacts {
  const facts = isJsonObject(settings) ? settings['plan'] : undefined;
  const isWhole =
    isJsonObject(facts) &&
    MEMBERS.every((name) => facts[name] !== undefined) &&
    isIntroduction(facts['client']) &&
    ['selection', 'waivers'].every((name) => Array.isArray(facts[name]));
  if (!isWhole) {
    throw new ProtocolError('verification-failed', 'the journal does not say what its plan was computed from');
  }
  return facts as unknown as ClientFacts; // looked at just now, and everything is compared with the results afterwards
}

function isIntroduction(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Array.isArray(value['capabilities']) && isJsonObject(value['claims']);
}
