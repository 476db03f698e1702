// `tsi site` itself: gathers what is known of the interface and writes its pages.
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { FAULTS, TRIGGERED_FAULTS } from '../../reference/faults/index.js';
import { HABITS } from '../../reference/habits/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { version } from '../version.js';
import { pageHtml } from './page.js';
import { type Site, type SiteCheck, siteOf } from './site-model.js';
import { sitePages } from './site-pages.js';

export async function writeSite(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const folder = resolve(io.cwd, args.positionals[0] ?? '.');
  const site = await wholeSite();
  const pages = sitePages(site);
  for (const place of new Set(pages.map(({ path }) => dirname(path))))
    await mkdir(join(folder, place), { recursive: true });
  await Promise.all(pages.map((page) => writeFileAtomic(join(folder, page.path), pageHtml(page, site.version))));
  io.stdout.write(`${pages.length} pages, beginning with ${join(folder, 'index.html')}\n`);
  return EXIT.conformant;
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
