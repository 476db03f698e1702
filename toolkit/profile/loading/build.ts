// From the file form of a profile, which its JSON Schema has accepted, to the `Profile`: references resolved, defaults filled
// in. Defects that a schema cannot see are thrown as `FileDefect` with the place in the file.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { parsePrivateKey } from '../../signing/keys/keys.js';
import { completeClaims } from '../claims.js';
import { buildControl, type ControlFile } from '../control/build.js';
import { compileDialect } from '../dialect/compile.js';
import { fillDialect } from '../dialect/fill.js';
import { formatPointer } from '../dialect/reading/pointer.js';
import { STAND_IN_PRIVATE_KEY } from '../key-pairs.js';
import type { PartName } from '../parts.js';
import type {
  Claim,
  OtherMarket,
  OwnConditions,
  Profile,
  ProfileAccount,
  ProfileInstrument,
  ProfileKey,
  ProfilePolicy,
} from '../profile.js';
import { type Move, moveFrom, stay, withVariables } from './addresses.js';
import { FileDefect, nested, within } from './file-defect.js';
import { nameOf, resolveSecret, type SecretReference, type SecretSources } from './secrets.js';

/** What `profile.schema.json` accepts, as far as it differs from `Profile`. */
export interface ProfileFile extends Pick<Profile, 'name' | 'build' | 'openapi' | 'history' | 'budget'> {
  readonly baseUrl: string | SecretReference;
  readonly streamUrl?: string | SecretReference;
  readonly environment?: Profile['environment'];
  readonly keys: Readonly<Record<string, KeyFile>> & { readonly main: KeyFile };
  readonly accounts: {
    readonly pool: readonly (string | ProfileAccount)[];
    readonly foreign?: string | ProfileAccount;
    readonly disabled?: string | ProfileAccount;
    readonly closeOnly?: string | ProfileAccount;
    readonly ownConditions?: OwnConditions;
    readonly otherMarket?: OtherMarket;
    readonly unknown: string;
  };
  readonly market?: {
    readonly instruments?: readonly ProfileInstrument[];
    readonly unavailable?: readonly string[];
    readonly unknown?: string;
  };
  readonly claims?: Readonly<Partial<Record<Claim, boolean>>> & { readonly notYet?: readonly PartName[] };
  readonly timing?: Partial<Profile['timing']>;
  readonly limits?: Partial<Profile['limits']>;
  readonly policy?: Partial<ProfilePolicy>;
  readonly dialect?: JsonObject;
  readonly control?: ControlFile;
}

interface KeyFile {
  readonly id: string | SecretReference;
  readonly privateKey: SecretReference;
}

const TIMING_DEFAULTS: Profile['timing'] = { answerMs: 5000, resultMs: 10_000, eventMs: 5000, quietMs: 1000 };
const LIMIT_DEFAULTS: Profile['limits'] = { requestsPerSecond: 50, orders: 20_000, connections: 20 };
const POLICY_DEFAULTS: ProfilePolicy = { inconclusive: 'listed' };
const UNKNOWN_INSTRUMENT = 'NOSUCHINSTRUMENT';

/** In place of secrets that are not there, for who only plans: of the right form, and of no use. */
const STAND_IN = { host: '//not-set.invalid', id: 'not-set', privateKey: STAND_IN_PRIVATE_KEY } as const;

/**
 * `path` is the absolute path of the file. With `elsewhere` the target is met there: the base address is that one, and what the file
 * puts on the same host and port as its own base address moves along.
 */
export function buildProfile(file: ProfileFile, path: string, sources: SecretSources, elsewhere?: string): Profile {
  const { baseUrl, move } = readBase(file, sources, elsewhere);
  const streamUrl =
    file.streamUrl === undefined
      ? baseUrl.replace(/^http/, 'ws')
      : move(readUrl('streamUrl', file.streamUrl, sources, ['ws:', 'wss:']));
  const dialect = buildDialect(file.dialect ?? {}, baseUrl, sources.folder);
  const control = buildControl(file.control ?? {}, sources, move);
  return {
    name: file.name,
    file: path,
    baseUrl,
    streamUrl,
    environment: file.environment ?? 'unknown',
    ...(file.build === undefined ? {} : { build: file.build }),
    keys: buildKeys(file.keys, sources),
    accounts: buildAccounts(file.accounts),
    market: {
      instruments: file.market?.instruments ?? [],
      unavailable: file.market?.unavailable ?? [],
      unknown: file.market?.unknown ?? UNKNOWN_INSTRUMENT,
    },
    claims: completeClaims({
      stated: file.claims ?? {},
      dialect: file.dialect ?? {},
      control,
    }),
    ...(file.claims?.notYet === undefined || file.claims.notYet.length === 0 ? {} : { notYet: file.claims.notYet }),
    timing: { ...TIMING_DEFAULTS, ...file.timing },
    limits: { ...LIMIT_DEFAULTS, ...file.limits },
    ...(file.budget === undefined ? {} : { budget: file.budget }),
    ...(file.history === undefined ? {} : { history: file.history }),
    policy: { ...POLICY_DEFAULTS, ...file.policy },
    dialect,
    control,
    ...(file.openapi === undefined ? {} : { openapi: move(documentAt(file.openapi, sources)) }),
  };
}

function readBase(
  file: ProfileFile,
  sources: SecretSources,
  elsewhere: string | undefined,
): { readonly baseUrl: string; readonly move: Move } {
  const read = (text: ProfileFile['baseUrl'], from: SecretSources): string =>
    readUrl('baseUrl', text, from, ['http:', 'https:']);
  if (elsewhere === undefined) return { baseUrl: read(file.baseUrl, sources), move: stay };
  // What the file says need not be there when another address takes its place.
  const stated = read(file.baseUrl, { ...sources, onMissing: () => undefined });
  const baseUrl = read(elsewhere, sources);
  return { baseUrl, move: moveFrom(stated, baseUrl) };
}

/** Without a slash at its end, so that paths can be put behind it. */
function readUrl(
  name: 'baseUrl' | 'streamUrl',
  stated: string | SecretReference,
  sources: SecretSources,
  protocols: readonly string[],
): string {
  const standIn = `${protocols[0]}${STAND_IN.host}`;
  const text = within(`/${name}`, () =>
    typeof stated === 'string' ? withVariables(stated, sources, standIn) : resolveSecret(stated, sources, standIn),
  );
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol) || url.host === '') {
    throw new FileDefect(`/${name}`, `expected an address with ${protocols.join(' or ')}//, got another text`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new FileDefect(
      `/${name}`,
      'expected an address without user, password, query and fragment, got one of these',
    );
  }
  return url.origin === 'null' ? `${url.protocol}//${url.host}${trimmed(url)}` : url.origin + trimmed(url);
}

/** A URL as it is, a file by its absolute path. */
function documentAt(stated: string, sources: SecretSources): string {
  const place = within('/openapi', () => withVariables(stated, sources, `http:${STAND_IN.host}`));
  return /^https?:/.test(place) ? place : resolve(sources.folder, place);
}

function trimmed(url: URL): string {
  return url.pathname.replace(/\/+$/, '');
}

function buildKeys(keys: ProfileFile['keys'], sources: SecretSources): Profile['keys'] {
  const build = (role: string, key: KeyFile): ProfileKey => {
    const place = formatPointer(['keys', role]);
    const { id } = key;
    const secret = (member: 'id' | 'privateKey', reference: SecretReference): string =>
      within(`${place}/${member}`, () => resolveSecret(reference, sources, STAND_IN[member]));
    const privateKey = secret('privateKey', key.privateKey);
    within(`${place}/privateKey`, () => parsePrivateKey(privateKey), nameOf(key.privateKey));
    return { id: typeof id === 'string' ? id : secret('id', id), privateKey };
  };
  const others = Object.entries(keys).filter(([role]) => role !== 'main');
  return {
    ...Object.fromEntries(others.map(([role, key]) => [role, build(role, key)])),
    main: build('main', keys.main),
  };
}

function buildAccounts(file: ProfileFile['accounts']): Profile['accounts'] {
  const pool = file.pool.map(accountOf);
  const seen = new Set<string>();
  for (const [index, { id }] of pool.entries()) {
    if (seen.has(id)) throw new FileDefect(`/accounts/pool/${index}`, `expected each account once, got "${id}" again`);
    seen.add(id);
  }
  const { unknown } = file;
  if (seen.has(unknown)) {
    throw new FileDefect('/accounts/unknown', 'expected an identifier of no account, got one of the pool');
  }
  const named = NAMED_ACCOUNTS.flatMap((name) => {
    const stated = file[name];
    if (stated === undefined) return [];
    const { id } = accountOf(stated);
    if (seen.has(id)) throw new FileDefect(`/accounts/${name}`, `expected an account outside of the pool, got "${id}"`);
    return [[name, { id }] as const];
  });
  const { ownConditions, otherMarket } = file;
  for (const [name, stated] of Object.entries({ ownConditions, otherMarket })) {
    if (stated === undefined || !seen.has(stated.id)) continue;
    throw new FileDefect(`/accounts/${name}`, `expected an account outside of the pool, got "${stated.id}"`);
  }
  return {
    pool,
    ...Object.fromEntries(named),
    ...(ownConditions && { ownConditions }),
    ...(otherMarket && { otherMarket }),
    unknown,
  };
}

/** Accounts that are none of the pool's, since what is special about them would fail other checks. */
const NAMED_ACCOUNTS = ['foreign', 'disabled', 'closeOnly'] as const;

function accountOf(stated: string | ProfileAccount): ProfileAccount {
  return typeof stated === 'string' ? { id: stated } : stated;
}

/** Compiles a dialect once, so that a defect in it is a defect of the profile and not of a later run. */
function buildDialect(stated: JsonObject, baseUrl: string, folder: string): Profile['dialect'] {
  const module: JsonValue | undefined = stated['module'];
  if (typeof module === 'string') {
    if (Object.keys(stated).length > 1) {
      throw new FileDefect('/dialect', 'expected nothing beside "module", since a module binds everything, got more');
    }
    return { module: pathToFileURL(resolve(folder, module)).href };
  }
  const spec = fillDialect(stated);
  nested('/dialect', () => compileDialect(spec, baseUrl));
  return { spec };
}
