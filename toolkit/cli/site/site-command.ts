// `tsi site` itself: gathers what is known of the interface and writes its pages.
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { FAULTS, TRIGGERED_FAULTS } from '../../reference/faults/index.js';
import { HABITS } from '../../reference/habits/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { version } from '../version.js';
import { type Page, pageHtml } from './page.js';
import { resultTable } from './results-model.js';
import { resultsPage } from './results-page.js';
import { type Site, type SiteCheck, siteOf } from './site-model.js';
import { sitePages } from './site-pages.js';
import { standingsIn } from './standing-in.js';

export async function writeSite(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const out = args.text('out');
  // Without reports the one name is the folder of the pages.
  const names = out === undefined ? [] : args.positionals;
  if (out === undefined && args.positionals.length !== 1) {
    throw args.misuse('give the folder of the pages, or reports with --out DIR and --key FILE');
  }
  const folder = resolve(io.cwd, out ?? args.positionals[0] ?? '.');
  const site = await wholeSite();
  const results = out === undefined ? [] : await resultPages(names, folder, args, io);
  const pages = [...sitePages(site), ...results];
  for (const place of new Set(pages.map(({ path }) => dirname(path))))
    await mkdir(join(folder, place), { recursive: true });
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
  const table = resultTable(await standingsIn(names, args, io));
  const places = new Map(table.rows.map((row, index) => [row, `evidence/${index + 1}`]));
  await rm(join(folder, 'evidence'), { recursive: true, force: true });
  for (const [{ report }, place] of places) await cp(report.dir, join(folder, place), { recursive: true });
  for (const { name, reason } of table.unsigned) {
    io.stderr.write(`${forLogLine(name)}: reported by itself only, ${forLogLine(reason, 1_000)}\n`);
  }
  return [resultsPage(table, (row) => places.get(row) ?? '')];
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
