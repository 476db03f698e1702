// Writes everything that a run leaves beside its journal, each file whole or not at all. The one entry for commands that end with a
// report. The journal must be closed before.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../../toolkit/base/message-of.js';
import { createRedactor } from '../../toolkit/journal/redaction.js';
import { CERTIFICATE_FILE, MANIFEST_FILE, makeManifest, renderManifest } from '../model/manifest.js';
import type { Results } from '../model/model.js';
import { renderResultsJson } from '../model/results-json.js';
import { oneLine } from '../model/sanitize.js';
import { writeFileAtomic } from './atomic-write.js';
import { annotations, appendStepSummary } from './ci.js';
import { type EmbeddedJournal, embedJournal } from './embed-journal.js';
import { renderMarkdown } from './markdown.js';
import { METRICS, metricsText, PAGE, RENDERINGS, renderPage } from './renderings.js';
import { secretError, secretsIn } from './secrets.js';

export interface WriteReportsOptions {
  /** The journal of the run, in the same folder as a rule; the viewer takes its evidence from it. May be missing. */
  readonly journalPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether to append to the CI's step summary and to print annotations, where the CI provides for it; true when left out. */
  readonly stepSummary?: boolean;
  /** Where annotations of a CI are printed: standard output, or standard error when that belongs to `--json`. */
  readonly print?: (text: string) => unknown;
  /** Told what of the CI could not be written, which costs nothing else. */
  readonly warn?: (sentence: string) => unknown;
  /** Values that must not appear in any output, such as the private keys of the profile. */
  readonly secrets?: readonly string[];
  /** Once it aborts, there is no time to read the journal: the page is without its evidence, and the manifest without its digest. */
  readonly hurry?: AbortSignal;
  /** Throws where the folder must not be written into any more; asked before each file. */
  readonly beforeEach?: () => void;
}

/**
 * Resolves to the absolute paths written. Throws `ProtocolError` of code `report-unwritable`, or of `secret-found` after everything
 * else was written: a page that would pack a journal with a secret in it is left out.
 */
export async function writeReports(
  folder: string,
  found: Results,
  options: WriteReportsOptions,
): Promise<readonly string[]> {
  const dir = resolve(folder);
  // A target that sends secrets back, or a profile that holds some, costs the report nothing but these.
  const text = createRedactor(options.secrets).redact(renderResultsJson(withSite(found, options.env)));
  const results = JSON.parse(text) as Results; // every replacement is safe inside JSON, and no member goes
  const hasJournal = existsSync(options.journalPath);
  const isHurried = (): boolean => options.hurry?.aborted === true;
  const written: string[] = [];
  // First what needs no journal, which may be large: who wants out now has at least that.
  await write('results.json', text);
  for (const [name, render] of Object.entries(RENDERINGS)) await write(name, render(results));
  const secrets = hasJournal && !isHurried() ? await secretsIn(options.journalPath, options.secrets) : [];
  // The page packs results and journal.
  const journal = await embedded();
  await write(METRICS, metricsText(results, journal));
  if (secrets.length === 0) await write(PAGE, await renderPage(results, journal));
  await writeManifest();
  if (secrets.length > 0) throw secretError(secrets);
  await tellCi();
  return written;

  async function write(name: string, text: string): Promise<void> {
    options.beforeEach?.();
    await writeFileAtomic(join(dir, name), text);
    written.push(join(dir, name));
  }

  /** A journal that cannot be read costs the evidence in the page, never the report. */
  async function embedded(): Promise<EmbeddedJournal | undefined> {
    if (!hasJournal) return undefined;
    if (isHurried()) return without(LEFT_OUT);
    return embedJournal(options.journalPath, results).catch((error: unknown) => without(messageOf(error)));
  }

  /** A certificate of what stood here before would be none of this run. */
  async function writeManifest(): Promise<void> {
    await rm(join(dir, CERTIFICATE_FILE), { force: true });
    const names = written.map((path) => basename(path));
    if (hasJournal && !isHurried() && dirname(resolve(options.journalPath)) === dir) {
      names.push(basename(options.journalPath));
    }
    await write(MANIFEST_FILE, renderManifest(await makeManifest(dir, results.run.id, names)));
  }

  async function tellCi(): Promise<void> {
    if (options.stepSummary === false) return;
    // The report is whole by now, and where a CI shows it is the CI's affair: no reason for another exit code.
    await appendStepSummary(renderMarkdown(results), options.env).catch((error: unknown) =>
      options.warn?.(oneLine(messageOf(error))),
    );
    const commands = annotations(results, options.env, join(dir, 'summary.md'));
    if (commands !== '') options.print?.(commands);
  }
}

const LEFT_OUT = 'left out, since the run was ended at once; tsi render DIR packs it';

function without(defect: string): EmbeddedJournal {
  return { chunks: [], chunkOf: {}, latencies: [], journal: { records: 0, leftOut: 0, defect } };
}

/** With the address where the pages of `tsi site` are published: one of the web, so that no other link gets into the page. */
function withSite(results: Results, { TSI_SITE: address = '' }: WriteReportsOptions['env']): Results {
  if (!/^https?:\/\/\S+$/.test(address)) return results;
  return { ...results, run: { ...results.run, site: address.replace(/\/+$/, '') } };
}
