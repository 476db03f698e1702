// `tsi init --from` and `--probe`: a profile, new or at hand, with what descriptions and the live target say of its dialect.

import { lstatSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { messageOf } from '../../base/message-of.js';
import { shellWord } from '../../base/shell-word.js';
import { whyUnreadable } from '../../base/why-unreadable.js';
import { Description, DescriptionDefect, readDescription } from '../../discover/description/document.js';
import { fetchDescription } from '../../discover/description/fetch.js';
import { proposeFromDescriptions } from '../../discover/description/propose.js';
import { proposeFromSamples } from '../../discover/probe/propose.js';
import { readTarget } from '../../discover/probe/read-target.js';
import { Samples } from '../../discover/probe/samples.js';
import { tradeOnTarget } from '../../discover/probe/trade-on-target.js';
import type { Findings } from '../../discover/proposals/proposal.js';
import { explainRefusal } from '../../discover/refusal/explain-refusal.js';
import { readRegularFile } from '../../journal/regular-file.js';
import { replaceFile } from '../../journal/replace-file.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { type InitFacts, renderInitTemplate } from '../../profile/loading/init-template.js';
import { loadProfile } from '../../profile/loading/load.js';
import { YAML_LIMITS } from '../../profile/loading/yaml-source.js';
import type { Profile } from '../../profile/profile.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { findOut } from './find-out.js';
import { ProfileDraft } from './profile-draft.js';

/** Where the profile comes from and goes to. */
export interface DiscoverPlan {
  readonly facts: InitFacts;
  /** The file that is written; undefined for standard output, or for none at all. */
  readonly file: string | undefined;
  readonly toStdout: boolean;
}

export async function discoverProfile(args: ParsedArgs, io: CommandIo, plan: DiscoverPlan): Promise<ExitCode> {
  const given = args.text('profile');
  const path = resolve(io.cwd, plan.file ?? given ?? 'target.yaml');
  // A defect of the profile at hand is told of that file, before anything is made of its text.
  if (given !== undefined) await loadProfile(resolve(io.cwd, given), { env: io.env, onMissingSecret: () => undefined });
  const draft = new ProfileDraft(given === undefined ? renderInitTemplate(plan.facts) : readText(io, given), io);
  const from = args.text('from');
  if (from !== undefined) draft.take(`from ${from}`, await describe(args, io, from));
  let isReachable = true;
  const learnFacts = (): Promise<boolean> =>
    given !== undefined ? renameInstruments(io, draft, path) : addFacts(io, draft, path, plan.facts);
  if (args.on('probe')) isReachable = await probe(args, io, draft, path, learnFacts);
  else if (given === undefined && isAskable(plan.facts)) isReachable = await learnFacts();
  if (from !== undefined && given === undefined) draft.keepDescription(descriptionPlace(from, path, io));
  // Whether it loads; a key that is not there yet is no defect of a profile that nobody runs with so far.
  await load(path, io, draft.text(false), () => undefined);
  draft.report(isReachable);
  if (!isReachable && from === undefined) {
    io.stderr.write(
      `nothing was written: correct this and try again, or leave out --probe for a profile to fill in by hand\n`,
    );
    return EXIT.unreachable;
  }
  deliver(io, plan, path, draft.text(true));
  return isReachable ? EXIT.conformant : EXIT.unreachable;
}

function isAskable({ baseUrl, keyId, accounts }: InitFacts): boolean {
  return baseUrl !== undefined && keyId !== undefined && accounts !== undefined;
}

async function describe(args: ParsedArgs, io: CommandIo, from: string): Promise<Findings> {
  try {
    const openapi = await open(io, from);
    const messages = args.text('asyncapi');
    return proposeFromDescriptions(openapi, messages === undefined ? undefined : await open(io, messages));
  } catch (error) {
    if (error instanceof DescriptionDefect) throw misuse(error.message, { cause: error });
    throw error;
  }
}

async function open(io: CommandIo, source: string): Promise<Description> {
  const place = isAddress(source) ? source : resolve(io.cwd, source);
  return new Description(await readDescription(await fetchDescription(place, io.signal), source));
}

function descriptionPlace(from: string, path: string, io: CommandIo): string {
  return isAddress(from) ? from : relative(resolve(path, '..'), resolve(io.cwd, from));
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Twice, since what the first look binds lets the second understand more. */
const LOOKS = 2;

async function probe(
  args: ParsedArgs,
  io: CommandIo,
  draft: ProfileDraft,
  path: string,
  learnFacts: () => Promise<boolean>,
): Promise<boolean> {
  let profile = await load(path, io, draft.text(false));
  const trades = args.on('allow-trading');
  if (trades && profile.environment !== 'sandbox') {
    throw misuse(`--allow-trading is for sandboxes; the profile says environment: ${profile.environment}`);
  }
  const refusal = await explainRefusal(profile, io.signal);
  if (refusal !== undefined) {
    const { proposals, remarks } = refusal;
    draft.take(`a first read of ${profile.baseUrl}`, { proposals, remarks, confirmed: [] });
    if (proposals.length === 0) return false;
    profile = await load(path, io, draft.text(false));
  }
  const samples = new Samples();
  for (let look = 0; look < LOOKS; look += 1) {
    const isReachable = await readTarget(profile, samples, io.signal);
    draft.see(`look ${look + 1} at ${profile.baseUrl}`, proposeFromSamples(draft.stated, samples));
    if (!isReachable) return false;
    const next = await load(path, io, draft.text(false));
    const hasLearned = JSON.stringify(next.dialect) !== JSON.stringify(profile.dialect);
    profile = next;
    if (!hasLearned) break;
  }
  if (!(await learnFacts())) return false;
  if (!trades) return true;
  profile = await load(path, io, draft.text(false));
  for (let look = 0; look < LOOKS; look += 1) {
    await tradeOnTarget(profile, samples, io.signal);
    draft.see(`trading on ${profile.baseUrl}`, proposeFromSamples(draft.stated, samples));
    profile = await load(path, io, draft.text(false));
  }
  return true;
}

/** A profile whose instruments the target does not have, such as the example of a new one, gets two that it has, with prices. */
async function renameInstruments(io: CommandIo, draft: ProfileDraft, path: string): Promise<boolean> {
  const profile = await load(path, io, draft.text(false));
  const { instrumentNames = [], instruments = [], isReachable } = await findOut(profile, io.signal);
  const hasOne = profile.market.instruments.some(({ name }) => instrumentNames.includes(name));
  if (!isReachable || hasOne || instruments.length === 0) return isReachable;
  const known = profile.market.instruments.map(({ name }) => name).join(', ') || 'none';
  draft.put({
    place: ['market', 'instruments'],
    value: instruments.map((instrument) => ({ ...instrument })),
    reason: `the list of instruments, which lacks those named here (${known}); prices a fifth away from the market`,
    confidence: 'likely',
  });
  return true;
}

/** Accounts, instruments and prices of a new profile, read with the dialect that was found. */
async function addFacts(io: CommandIo, draft: ProfileDraft, path: string, facts: InitFacts): Promise<boolean> {
  if (!isAskable(facts)) return true;
  const found = await findOut(await load(path, io, draft.text(false)), io.signal);
  draft.rebase(renderInitTemplate({ ...facts, ...found }));
  return found.isReachable;
}

function readText(io: CommandIo, file: string): string {
  try {
    return readRegularFile(resolve(io.cwd, file), { mostBytes: YAML_LIMITS.bytes }).toString('utf8');
  } catch (cause) {
    throw misuse(`--profile ${file}: expected a readable profile, got ${whyUnreadable(cause)}`, { cause });
  }
}

async function load(
  path: string,
  io: CommandIo,
  text: string,
  onMissingSecret?: (name: string) => void,
): Promise<Profile> {
  try {
    return await loadProfile(path, { env: io.env, text, onMissingSecret });
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw misuse(`the profile does not load: ${cause.message}`, { cause });
  }
}

function deliver(io: CommandIo, { file, toStdout }: DiscoverPlan, path: string, text: string): void {
  if (toStdout) {
    io.stdout.write(text);
    return;
  }
  if (file === undefined) {
    io.stderr.write('nothing was written: name a FILE to write it to, or - for standard output\n');
    return;
  }
  try {
    replaceFile(path, text);
  } catch (cause) {
    throw misuse(`cannot write ${file}: ${messageOf(cause)}`);
  }
  io.stderr.write(
    `wrote ${file}: check it, then see what would run with ${io.program} plan --profile ${shellWord(file)}\n`,
  );
}

/** Refuses to overwrite unless told to. */
export function refuseExisting(args: ParsedArgs, io: CommandIo, file: string): void {
  // A link to nothing is something, too.
  if (lstatSync(resolve(io.cwd, file), { throwIfNoEntry: false }) !== undefined && !args.on('force')) {
    throw misuse(`${file} exists; give another name, or --force`);
  }
}
