// Many reports as rows: one for each product and version, by its newest report. A newer failure takes the place of an older pass, whoever
// signed it or nobody; what nobody signed makes no row of its own among certificates. Pure.
import type { Certified } from '../../../reports/certificate/badge.js';
import type { Results } from '../../../reports/model/model.js';
import { grouped } from '../../base/grouped.js';
import type { ReportStatus } from './report-status.js';

export type CertifiedReport = ReportStatus & { readonly status: Certified };

export interface ResultRow {
  readonly product: string;
  readonly version: string;
  /** The newest certified report. */
  readonly report: CertifiedReport;
  /** Runs after it that nobody signed and that fail. */
  readonly newerFailure?: Results;
  /** An older report of the same product and version that held a level. */
  readonly before?: Certified;
}

export interface Unsigned {
  readonly name: string;
  readonly reason: string;
  readonly results?: Results;
}

export interface ResultTable {
  /** By product, the newest version first. */
  readonly rows: readonly ResultRow[];
  readonly unsigned: readonly Unsigned[];
}

export function resultTable(reports: readonly ReportStatus[]): ResultTable {
  const certified = reports.flatMap(({ status, ...report }): readonly CertifiedReport[] =>
    status.kind === 'unverified' ? [] : [{ ...report, status }],
  );
  const unsigned = reports.flatMap(({ name, status }): readonly Unsigned[] =>
    status.kind === 'unverified'
      ? [{ name, reason: status.reason, ...(status.results && { results: status.results }) }]
      : [],
  );
  const rows = [...grouped(certified, ({ status }) => keyOf(status.results))].map(([key, own]): ResultRow => {
    const [report, ...older] = [...own].sort((one, other) => endOf(other.status.results) - endOf(one.status.results));
    const newest = report ?? own[0];
    const { results } = newest.status;
    const newerFailure = unsigned
      .flatMap((one) => one.results ?? [])
      .filter((one) => keyOf(one) === key && one.exitCode === 1 && endOf(one) > endOf(results))
      .sort((one, other) => endOf(other) - endOf(one))[0];
    const before = older.map(({ status }) => status).find(({ kind }) => kind === 'valid' || kind === 'expired');
    return {
      product: results.run.target.name,
      version: versionOf(results),
      report: newest,
      ...(newerFailure !== undefined && { newerFailure }),
      ...(before !== undefined && { before }),
    };
  });
  return { rows: rows.sort(inOrder), unsigned };
}

export function versionOf({ run }: Results): string {
  const { version, digest } = run.target.build ?? {};
  return version ?? digest ?? 'no build named';
}

function keyOf(results: Results): string {
  return JSON.stringify([results.run.target.name, versionOf(results)]);
}

function endOf({ run }: Results): number {
  return Date.parse(run.finished);
}

function inOrder(one: ResultRow, other: ResultRow): number {
  if (one.product !== other.product) return one.product < other.product ? -1 : 1;
  return endOf(other.report.status.results) - endOf(one.report.status.results);
}
