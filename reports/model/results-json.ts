// `results.json`: the result model as a file. Writing is plain; reading checks the version, the schema and that the parts agree.

import { whyUnreadable } from '../../toolkit/base/why-unreadable.js';
import { readRegularFile } from '../../toolkit/journal/regular-file.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import { countVerdicts } from './conformance.js';
import { RESULTS_FORMAT, type Results, VERDICTS } from './model.js';
import { schemaDefect } from './schema.js';

/** A run has some hundred checks; a file beyond this is none of ours. */
const MOST_BYTES = 256 * 1024 * 1024;

export function renderResultsJson(results: Results): string {
  return `${JSON.stringify(results, null, 1)}\n`;
}

/** Throws `ProtocolError` of code `results-invalid` that names the file and what is wrong with it. */
export async function readResults(path: string): Promise<Results> {
  let text: string;
  try {
    text = readRegularFile(path, { mostBytes: MOST_BYTES }).toString('utf8');
  } catch (cause) {
    throw new ProtocolError('results-invalid', `cannot read ${path}: ${whyUnreadable(cause)}`, { cause });
  }
  return parseResults(text, path);
}

export function parseResults(text: string, name: string): Results {
  if (text.length > MOST_BYTES) throw invalid(name, `is larger than ${MOST_BYTES} bytes`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // The parser's own message would repeat what stands there, which may be another file of whoever reads this.
    throw invalid(name, 'is not JSON');
  }
  const version =
    typeof document === 'object' && document !== null && 'results' in document ? document.results : undefined;
  if (typeof version === 'number' && version !== RESULTS_FORMAT) {
    throw invalid(name, `has format ${version}, this version reads ${RESULTS_FORMAT}; use the suite that wrote it`);
  }
  const defect = schemaDefect('model/results.schema.json', document);
  if (defect !== undefined) throw invalid(name, defect);
  const read = document as Results; // the schema has just vouched for this shape
  // Results of an earlier version do not count the verdicts that it had not yet.
  const results = { ...read, counts: { ...countVerdicts([]), ...read.counts } };
  const disagreement = inconsistency(results);
  if (disagreement !== undefined) throw invalid(name, disagreement);
  return results;
}

/** What in a document contradicts itself: counts, double ids, requirements that name unknown or unlisted verdicts. */
export function inconsistency(results: Results): string | undefined {
  const seen = new Set<string>();
  for (const check of results.checks) {
    if (seen.has(check.id)) return `the check ${check.id} is listed twice`;
    seen.add(check.id);
  }
  const counts = countVerdicts(results.checks);
  for (const verdict of VERDICTS) {
    if ((results.counts[verdict] ?? 0) !== counts[verdict]) {
      return `counts.${verdict} is ${results.counts[verdict]}, but ${counts[verdict]} checks have that verdict`;
    }
  }
  const warnings = results.checks.filter((check) => check.verdict === 'fail' && check.level === 'should').length;
  return results.warnings === warnings
    ? undefined
    : `warnings is ${results.warnings}, but ${warnings} checks of level should failed`;
}

function invalid(name: string, defect: string): ProtocolError {
  return new ProtocolError('results-invalid', `${name} is not usable as results: ${defect}`);
}
