// The files of a report that follow from its results and its journal alone, so that a reader of one may rest on the others.

import { mapValues } from '../../toolkit/base/map-values.js';
import { createRedactor } from '../../toolkit/journal/redaction.js';
import type { Results } from '../model/model.js';
import { renderCtrf } from './ctrf.js';
import { type EmbeddedJournal, embedJournal } from './embed-journal.js';
import { renderHtml, viewerTemplate } from './html.js';
import { renderJunit } from './junit.js';
import { renderMarkdown } from './markdown.js';
import { renderMetrics } from './metrics.js';

/** By name of the file; none holds what looks like a secret. */
export const RENDERINGS: Readonly<Record<string, (results: Results) => string>> = mapValues(
  { 'junit.xml': renderJunit, 'ctrf.json': renderCtrf, 'summary.md': renderMarkdown },
  (render) => (results: Results) => createRedactor().redact(render(results)),
);

export const PAGE = 'index.html';
export const METRICS = 'metrics.prom';

export async function renderPage(results: Results, embedded: EmbeddedJournal | undefined): Promise<string> {
  return renderHtml(results, embedded, await viewerTemplate());
}

export function metricsText(results: Results, embedded: EmbeddedJournal | undefined): string {
  return createRedactor().redact(renderMetrics(results, embedded?.latencies));
}

/** The text that a file of a report has by these results and this journal; undefined for any other file. */
export async function renderingOf(name: string, results: Results, journalPath: string): Promise<string | undefined> {
  if (name === PAGE) return renderPage(results, await embeddedIn(results, journalPath));
  if (name === METRICS) return metricsText(results, await embeddedIn(results, journalPath));
  return Object.hasOwn(RENDERINGS, name) ? RENDERINGS[name]?.(results) : undefined;
}

/** Two files follow from the journal, which is read once. */
const embeddings = new WeakMap<Results, Map<string, Promise<EmbeddedJournal>>>();

function embeddedIn(results: Results, journalPath: string): Promise<EmbeddedJournal> {
  const known = embeddings.get(results) ?? new Map<string, Promise<EmbeddedJournal>>();
  embeddings.set(results, known);
  const embedded = known.get(journalPath) ?? embedJournal(journalPath, results);
  known.set(journalPath, embedded);
  return embedded;
}
