// `tsi show` itself: what is known of a check, a requirement or a record, and what the last run saw of it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CheckResult } from '../../../reports/model/model.js';
import { asPasted } from '../../../reports/model/pasted.js';
import { reasonInWords } from '../../../reports/model/plain-words.js';
import { forLog, forLogLine } from '../../../reports/model/sanitize.js';
import type { ViewerRecord } from '../../../reports/render/viewer-data.js';
import { evidenceOfOthers } from '../../../reports/story/evidence-of-others.js';
import { itemsOf } from '../../../reports/story/items.js';
import { decisiveRequest, resignedRequest } from '../../../reports/story/resigned-request.js';
import { scopeOf } from '../../../reports/story/scope.js';
import { sentencesList, sentencesOf } from '../../../reports/story/sentences.js';
import { markOf, stepsOf } from '../../../reports/story/steps.js';
import { viewerRecord } from '../../../reports/story/viewer-record.js';
import { hanging } from '../../../reports/terminal/wrap.js';
import { type ClientCheck, loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { type DeclaredCheck, requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { didYouMean } from '../../base/nearest.js';
import { shellWord } from '../../base/shell-word.js';
import { readJournal } from '../../journal/reader.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, memberOf } from '../../payload/json-kind.js';
import { type Catalogue, loadCatalogue } from '../../requirements/catalogue.js';
import type { Requirement } from '../../requirements/requirement.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { type LastReport, lastReport } from './last-report.js';

interface Known {
  readonly catalogue: Catalogue;
  readonly checks: ReadonlyMap<string, DeclaredCheck>;
  readonly ofClients: ReadonlyMap<string, ClientCheck>;
  readonly args: ParsedArgs;
  /** The folder that was named; undefined for the latest. */
  readonly report: string | undefined;
  readonly io: CommandIo;
}

export async function show(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [catalogue, checks, ofClients] = await Promise.all([loadCatalogue(), declaredChecks(), loadClientChecks()]);
  const { names, folder } = namesIn(args.positionals, io.cwd);
  const known: Known = { catalogue, checks, ofClients, args, report: args.text('report') ?? folder, io };
  const texts: string[] = [];
  for (const name of names) texts.push(await shown(name, known));
  io.stdout.write(texts.join('\n'));
  return EXIT.conformant;
}

/** A report that stands last is where to look. */
function namesIn(
  positionals: readonly string[],
  cwd: string,
): { readonly names: readonly string[]; readonly folder?: string } {
  const last = positionals.at(-1);
  if (last === undefined || !existsSync(join(resolve(cwd, last), 'results.json'))) return { names: positionals };
  if (positionals.length > 1) return { names: positionals.slice(0, -1), folder: last };
  throw misuse(`${last} is a report; name what to show from it`, {
    hint: `tsi show CHECK --report ${shellWord(last)}`,
  });
}

async function shown(name: string, known: Known): Promise<string> {
  const { catalogue, checks, ofClients, report, io } = known;
  if (/^\d+$/.test(name)) return showRecord(Number(name), known);
  const ofRun = await lastReport(io.cwd, report, ({ checks: own }) => own.some(({ id }) => id === name));
  if (checks.has(name) || ofClients.has(name) || ofRun !== undefined) return showCheck(name, ofRun, known);
  if (catalogue.byId.has(name)) return showRequirement(name, known);
  const all = [...checks.keys(), ...ofClients.keys(), ...catalogue.byId.keys()];
  throw misuse(`no check, requirement or record is ${name}${didYouMean(name, all)}`, {
    hint: 'tsi plan, tsi requirements; another report is named by --report DIR',
  });
}

async function showCheck(id: string, last: LastReport | undefined, known: Known): Promise<string> {
  const { catalogue, checks, ofClients, args, io } = known;
  const registered = checks.get(id) ?? ofClients.get(id);
  const result = last?.results.checks.find((one) => one.id === id);
  const requirements = result?.requirements ?? [requirementOf(id), ...(registered?.spec.requirements ?? [])];
  const records = last === undefined ? [] : await recordsOf(last, { id, evidence: result?.evidence ?? [] });
  if (args.on('curl')) return curlLine(result, records, last, io);
  const { source, line } = result ?? declarationOf(registered);
  const lines = [
    `${id}\n`,
    field('checks', registered?.spec.title ?? result?.title ?? '', io),
    ...[...new Set(requirements)].map((one) => field('judges', statementOf(one, catalogue), io)),
    ...(source === undefined ? [] : [field('declared', line === undefined ? source : `${source}:${line}`, io)]),
  ];
  if (result === undefined || last === undefined) {
    lines.push(field('last run', 'none that is here judged it', io));
    return lines.join('');
  }
  const { run } = last.results;
  return [
    ...lines,
    field('last run', `${result.verdict} in ${last.dir}, ${run.finished}, seed ${run.seed}`, io),
    ...(result.reason === undefined ? [] : [field('why', reasonInWords(result) ?? '', io)]),
    ...(result.because === undefined ? [] : [field('because of', result.because, io)]),
    ...(result.property?.counterexample === undefined ? [] : [field('smallest', result.property.counterexample, io)]),
    ...(result.signature === undefined ? [] : [field('doctor', result.signature.summary, io)]),
    ...story(records, result, known),
    field('again', asPasted(run, result.reproduce), io),
  ].join('');
}

/** The thread that decided, or with `--all` everything. */
function story(records: readonly ViewerRecord[], check: CheckResult, { io, args }: Known): readonly string[] {
  if (records.length === 0) return [];
  const { evidence } = check;
  const scope = scopeOf(records, evidence);
  const items = args.on('all') ? itemsOf(records) : scope.items;
  const left = args.on('all') ? 0 : scope.others;
  return [
    '\n',
    ...sentencesList(sentencesOf(check, scope)).map((one) => hanging('  ', forLogLine(one, 1_000), io.stdout.columns)),
    '\n',
    ...stepsOf(items, evidence, records[0]?.t ?? 0).map((step, index) => {
      const { atMs, text, records: own } = step;
      const lead = `  ${String(index + 1).padStart(3)}. ${`+${atMs} ms`.padEnd(10)} `;
      const mark = markOf(step) === undefined ? '' : `  <- ${markOf(step)}`;
      return hanging(lead, `${forLogLine(text)}  (record ${own.join(', ')})${mark}`, io.stdout.columns);
    }),
    ...(left > 0 ? [`  (${left} other records of this check; --all shows them)\n`] : []),
    '\n',
  ];
}

function withoutCheck(requirement: Requirement | undefined): string {
  return requirement?.untestable === undefined ? 'none' : `none: ${requirement.untestable}`;
}

/** Of a check of clients the file alone is known. */
function declarationOf(check: DeclaredCheck | ClientCheck | undefined): ReturnType<typeof sourceOf> {
  if (check?.source === undefined) return {};
  return 'line' in check || 'declaredAt' in check ? sourceOf(check) : { source: check.source };
}

function showRequirement(id: string, { catalogue, checks, ofClients, io }: Known): string {
  const judging = [...checks.values(), ...ofClients.values()].filter(({ spec }) =>
    [requirementOf(spec.id), ...(spec.requirements ?? [])].some((one) => one === id),
  );
  return [
    `${id}\n`,
    field('states', statementOf(id, catalogue), io),
    ...judging.map((check) => {
      const { source, line } = declarationOf(check);
      return field('check', `${check.spec.id}  ${source ?? ''}${line === undefined ? '' : `:${line}`}`, io);
    }),
    ...(judging.length === 0 ? [field('check', withoutCheck(catalogue.byId.get(id)), io)] : []),
  ].join('');
}

async function showRecord(index: number, { report, io }: Known): Promise<string> {
  const last = await lastReport(io.cwd, report);
  if (last === undefined) throw misuse('no report is here; run first, or name one with --report DIR');
  const journal = join(last.dir, 'journal.ndjson');
  if (!existsSync(journal)) throw misuse(`${journal} is not there, and records lie in it`);
  const { records } = await readJournal(journal, { lenient: true });
  for await (const record of records) {
    if (record.i !== index) continue;
    const payload = payloadOf(record.parsed);
    const shownRecord = payload === undefined ? record : { ...record, decoded_SVC_DATA: payload };
    return `${forLog(JSON.stringify(shownRecord, null, 2), 100_000)}\n`;
  }
  throw misuse(`${journal} has no record ${index}`);
}

/** What SVC-DATA holds, where it can be read. */
function payloadOf(parsed: JsonValue): JsonValue | undefined {
  const headers = memberOf(parsed, 'headers');
  if (!isJsonArray(headers)) return undefined;
  const data = headers.find((one) => isJsonArray(one) && String(one[0]).toUpperCase() === 'SVC-DATA');
  const text = isJsonArray(data ?? null) ? String((data as readonly JsonValue[])[1] ?? '') : ''; // looked at just now
  if (text === '') return undefined;
  const decoded = Buffer.from(text, 'base64url').toString('utf8');
  try {
    return JSON.parse(decoded) as JsonValue; // JSON.parse makes nothing else
  } catch {
    return decoded;
  }
}

function curlLine(
  result: CheckResult | undefined,
  records: readonly ViewerRecord[],
  last: LastReport | undefined,
  io: CommandIo,
): string {
  const request = decisiveRequest(records, result?.evidence ?? []);
  if (request === undefined || last === undefined || result === undefined) {
    throw misuse(`no request of ${result?.id ?? 'this check'} is in a report here; run it first, then ask again`);
  }
  return resignedRequest(request, last.results.run, result, io.program);
}

async function recordsOf(
  { dir }: LastReport,
  check: Pick<CheckResult, 'id' | 'evidence'>,
): Promise<readonly ViewerRecord[]> {
  const journal = join(dir, 'journal.ndjson');
  if (!existsSync(journal)) return [];
  const found: ViewerRecord[] = [];
  const foreign = evidenceOfOthers([check]);
  const { records } = await readJournal(journal, { lenient: true });
  for await (const record of records) {
    for (const others of foreign(record)) found.push(...others.records.map(viewerRecord));
    if (record.check === check.id) found.push(viewerRecord(record));
  }
  return found;
}

function statementOf(id: string, { byId }: Catalogue): string {
  const entry = byId.get(id);
  return entry === undefined ? id : `${id} (interface ${entry.section}, ${entry.level}): ${entry.statement}`;
}

function field(name: string, value: string, { stdout }: CommandIo): string {
  return hanging(`  ${name.padEnd(10)} `, forLogLine(value, 2_000), stdout.columns);
}
