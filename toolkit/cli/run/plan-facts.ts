// What a plan is computed from, as the journal keeps it, and the plan computed again from there: what a verifier needs to see for
// itself that a report holds every check that was due.

import { ofCatalogue } from '../../../suites/runner/plan/of-catalogue.js';
import { makePlan, type Plan } from '../../../suites/runner/plan/plan.js';
import type { Waiver } from '../../../suites/runner/plan/waivers.js';
import type { DeclaredCheck } from '../../../suites/runner/registry.js';
import { mapValues } from '../../base/map-values.js';
import { shellWord } from '../../base/shell-word.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { CONTROL_ACTIONS, type ControlActionName } from '../../profile/control/actions.js';
import { namesParam } from '../../profile/control/bind.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { type Dialect, REQUEST_NAMES, type RequestName } from '../../profile/dialect/dialect.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import { fingerprintOf, withoutSecrets } from '../../profile/loading/fingerprint.js';
import type { ControlBinding, Profile } from '../../profile/profile.js';
import type { Catalogue } from '../../requirements/catalogue.js';
import type { RunSelection } from './run-options.js';

export interface PlanFacts {
  /** Without its secrets. */
  readonly profile: JsonObject;
  readonly embedded: boolean;
  readonly assumed: boolean;
  readonly allowTrading: boolean;
  readonly selection: readonly string[];
  readonly shard: string | null;
  /** The released catalogue that was asked for. */
  readonly catalogue?: string;
  readonly level: string;
  /** Null where several runs were joined. */
  readonly command: string | null;
  /** The command line that repeats a check, with `CHECK` for its id; null where several runs were joined. */
  readonly reproduce: string | null;
  /** How and where `tsi` was called; null where several runs were joined. */
  readonly about: { readonly program: string; readonly out?: string; readonly ci?: true } | null;
  readonly waivers: readonly Waiver[];
  /** A dialect may be a module, which a verifier does not have. */
  readonly dialect: {
    readonly requests: readonly string[];
    readonly accepted: boolean;
    readonly refused: boolean;
  };
  /** Optional parameters that the bound control actions name. */
  readonly params: Readonly<Record<string, readonly string[]>>;
}

/** Stands for the id of a check. */
export const ANY_CHECK = 'CHECK';

export interface FactsOfRun {
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly wish: RunSelection;
  readonly level: string;
  readonly commandLine: string;
  readonly reproduce: (checkId: string) => string;
  readonly allowTrading: boolean;
  readonly assumed: boolean;
  readonly waivers: readonly Waiver[];
  readonly program: string;
  readonly outOption: string | undefined;
  readonly ci: boolean;
}

export function planFactsOf(run: FactsOfRun): JsonValue {
  const { profile, dialect, wish, level, commandLine, reproduce, allowTrading, assumed, waivers } = run;
  const { program, outOption, ci } = run;
  const shown = withoutSecrets(profile);
  const facts: PlanFacts = {
    // `withoutSecrets` makes an object of an object.
    profile: isJsonObject(shown) ? shown : {},
    embedded: profile.file === undefined,
    assumed,
    allowTrading,
    selection: [...wish.selection.selectors, ...wish.selection.sections],
    shard: wish.shard === undefined ? null : `${wish.shard.index}/${wish.shard.of}`,
    ...(wish.catalogue !== undefined && { catalogue: wish.catalogue }),
    level,
    command: commandLine,
    reproduce: reproduce(ANY_CHECK),
    about: { program, ...(outOption !== undefined && { out: shellWord(outOption) }), ...(ci && { ci: true }) },
    waivers,
    dialect: abilitiesOf(dialect),
    params: paramsIn(profile.control),
  };
  return JSON.parse(JSON.stringify(facts)) as JsonValue; // undefined members vanish here
}

function paramsIn(control: Profile['control']): PlanFacts['params'] {
  return Object.fromEntries(
    Object.entries(control).flatMap(([name, binding]) =>
      // A profile names no other actions.
      binding === undefined ? [] : [[name, paramsOf(name as ControlActionName, binding)]],
    ),
  );
}

function paramsOf(name: ControlActionName, binding: ControlBinding): readonly string[] {
  const known = CONTROL_ACTIONS[name].params.map((param) => param.replace('?', ''));
  return known.filter((param) => namesParam(name, binding, param));
}

/** Throws `ProtocolError` of code `verification-failed` where a journal does not say what its plan was computed from. */
export function readPlanFacts(settings: JsonValue): PlanFacts {
  const facts = isJsonObject(settings) ? settings['plan'] : undefined;
  const isWhole =
    isJsonObject(facts) &&
    ['profile', 'dialect', 'params'].every((name) => isJsonObject(facts[name])) &&
    ['selection', 'waivers'].every((name) => Array.isArray(facts[name]));
  if (!isWhole || !isTyped(facts)) {
    throw new ProtocolError('verification-failed', 'the journal does not say what its plan was computed from');
  }
  const read = facts as unknown as PlanFacts; // looked at just now, and everything is compared with the results afterwards
  const other = unfounded(read);
  if (other === undefined) return read;
  throw new ProtocolError(
    'verification-failed',
    `what the journal says of the ${other} does not follow from its profile and its command line`,
  );
}

function isTyped(facts: JsonObject): boolean {
  const { command, reproduce, about, level, shard, catalogue } = facts;
  const isJoined = [command, reproduce, about].every((one) => one === null);
  const isOne = typeof command === 'string' && typeof reproduce === 'string' && isJsonObject(about);
  return (
    (isJoined || isOne) &&
    ['embedded', 'assumed', 'allowTrading'].every((name) => typeof facts[name] === 'boolean') &&
    (level === 'must' || level === 'should') &&
    (catalogue === undefined || typeof catalogue === 'string') &&
    // Of a part no whole can be said.
    shard === null
  );
}

/** What does not follow from the profile although it could be computed again: all but what a dialect that is a program can do. */
function unfounded({ profile, dialect, params, command, allowTrading }: PlanFacts): string | undefined {
  if (command !== null && allowTrading !== command.includes('--allow-trading-on')) return 'leave to trade';
  const { spec } = isJsonObject(profile['dialect']) ? profile['dialect'] : {};
  if (isJsonObject(spec)) {
    const [baseUrl, streamUrl] = [String(profile['baseUrl']), String(profile['streamUrl'])];
    // The run compiled it from the very same members; what is none of a dialect does not compile.
    const compiled = compileDialect(spec as unknown as DialectSpec, baseUrl, streamUrl);
    if (!alike(dialect, abilitiesOf(compiled))) return 'dialect';
  }
  // Its bindings were checked when the profile was loaded; what is none is compared as it stands.
  const control = (profile['control'] ?? {}) as unknown as Profile['control'];
  return alike(params, paramsIn(control)) ? undefined : 'control actions';
}

function abilitiesOf(dialect: Dialect): PlanFacts['dialect'] {
  return { requests: REQUEST_NAMES.filter((name) => dialect.has(name)), ...dialect.answersCommands };
}

function alike(stated: object, computed: object): boolean {
  return JSON.stringify(stated) === JSON.stringify(computed);
}

/** The plan of a whole run, by the suite at hand. */
export function planAgain(
  facts: PlanFacts,
  effort: 'quick' | 'standard' | 'thorough',
  catalogue: Catalogue,
  checks: ReadonlyMap<string, DeclaredCheck>,
): Plan {
  const { profile, dialect, params } = facts;
  const control = mapValues(params, (names) => ({ command: ['any', ...names.map((name) => `{${name}}`)] }));
  return makePlan({
    checks: dueChecks(facts, checks).values(),
    requirements: catalogue.byId,
    target: {
      // What a plan reads of a profile is in its shown form as it is, but for the bindings, of which it reads what they name.
      profile: { ...profile, control } as unknown as Profile,
      // A plan asks a dialect for nothing else.
      dialect: {
        has: (name: RequestName) => dialect.requests.includes(name),
        answersCommands: { accepted: dialect.accepted, refused: dialect.refused },
      } as unknown as Dialect,
      allowTrading: facts.allowTrading,
      effort,
    },
    selection: { selectors: [], sections: [] },
  });
}

/** Those of the released catalogue that was asked for, else all. */
export function dueChecks(
  { catalogue }: PlanFacts,
  checks: ReadonlyMap<string, DeclaredCheck>,
): ReadonlyMap<string, DeclaredCheck> {
  return catalogue === undefined ? checks : ofCatalogue(checks, catalogue);
}

export function fingerprintOfFacts({ profile }: PlanFacts): string {
  return fingerprintOf(profile);
}
