// `tsi site` itself: gathers what is known of the interface and writes its pages.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { MANIFEST_FILE, PARTS_FOLDER } from '../../../reports/model/manifest.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { ensureFolder, writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { FAULTS, TRIGGERED_FAULTS } from '../../reference/faults/index.js';
import { HABITS } from '../../reference/habits/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { outFolder } from '../report/out-folder.js';
import { version } from '../version.js';
import { type Page, pageHtml } from './page.js';
import { reportStatuses } from './report-status.js';
import { resultTable } from './results-model.js';
import { resultsPage } from './results-page.js';
import { type Site, type SiteCheck, siteOf } from './site-model.js';
import { sitePages } from './site-pages.js';

export async function writeSite(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const out = args.text('out');
  // Without reports the one name is the folder of the pages.
  const names = out === undefined ? [] : args.positionals;
  if (out === undefined && args.positionals.length !== 1) {
    throw args.misuse('give the folder of the pages, or reports with --out DIR and --key FILE');
  }
  const folder = outFolder(resolve(io.cwd, out ?? args.positionals[0] ?? '.'));
  const site = await wholeSite();
  const results = out === undefined ? [] : await resultPages(names, folder, args, io);
  const pages = [...sitePages(site), ...results];
  for (const place of new Set(pages.map(({ path }) => dirname(path)))) ensureOwnFolder(folder, place);
  await Promise.all(
    pages.map((page) => writeFileAtomic(join(folder, page.path), pageHtml(page, site.version, results.length > 0))),
  );
  io.stdout.write(`${pages.length} pages, beginning with ${join(folder, 'index.html')}\n`);
  return EXIT.conformant;
}

/** Verifies each report again, and takes those along whose certificates hold: what is not verified is nobody's to publish here. */
async function resultPages(
  names: readonly string[],
  folder: string,
  args: ParsedArgs,
  io: CommandIo,
): Promise<readonly Page[]> {
  const table = resultTable(await reportStatuses(names, args, io));
  const places = new Map(table.rows.map((row, index) => [row, `evidence/${index + 1}`]));
  await removeEvidence(join(folder, 'evidence'));
  for (const [{ report }, place] of places) {
    // What lies beside the report in its folder has not been verified.
    await cp(report.dir, join(folder, place), {
      recursive: true,
      filter: (path) => relative(report.dir, path) !== PARTS_FOLDER,
    });
  }
  for (const { name, reason } of table.unsigned) {
    io.stderr.write(`${forLogLine(name)}: reported by itself only, ${forLogLine(reason, 1_000)}\n`);
  }
  return [resultsPage(table, (row) => places.get(row) ?? '')];
}

/** Pages never go through a link into another folder. */
function ensureOwnFolder(folder: string, place: string): void {
  ensureFolder(join(folder, place));
  for (let path = place; path !== '.'; path = dirname(path)) {
    if (lstatSync(join(folder, path)).isSymbolicLink()) {
      throw misuse(`${join(folder, path)} is a link, where a folder of pages would stand; give another folder`);
    }
  }
}

/** What the last site took along, and nothing that somebody else keeps under that name. */
async function removeEvidence(folder: string): Promise<void> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
    const foreign = readdirSync(folder).find(
      (name) => !/^[1-9][0-9]*$/.test(name) || !existsSync(join(folder, name, MANIFEST_FILE)),
    );
    if (foreign !== undefined) {
      throw misuse(`${folder} holds ${foreign}, which no site took along; give another folder for the pages`);
    }
  }
  await rm(folder, { recursive: true, force: true });
}

export async function wholeSite(): Promise<Site> {
  const [catalogue, declared] = await Promise.all([loadCatalogue(), declaredChecks()]);
  const checks = [...declared.values()].map((check): SiteCheck => {
    const { spec } = check;
    const { source, line } = sourceOf(check);
    return {
      id: spec.id,
      title: spec.title,
      level: spec.level ?? 'must',
      requirements: [...new Set([requirementOf(spec.id), ...(spec.requirements ?? [])])],
      ...(source === undefined ? {} : { declared: line === undefined ? source : `${source}:${line}` }),
    };
  });
  return siteOf({ catalogue, checks, faults: [...FAULTS, ...TRIGGERED_FAULTS], habits: HABITS, version: version() });
}
