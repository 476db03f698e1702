// Failures that follow from another: what was executed is counted by the trading state that snapshots show (interface 6), so a service
// whose snapshots are wrong fails checks of signing, idempotency and orders that it does right. Where a check of the snapshot itself
// fails, they name it as their cause. The verdicts stay: what failed has failed.
import type { CheckResult } from '../../../reports/model/model.js';
import { violatedBy } from '../../../reports/model/violated.js';
import { countsBySnapshot } from '../../../suites/words/trading/executed-words.js';
import { grouped } from '../../base/grouped.js';
import { withClientCauses } from './client-causes.js';

/** Fewer may have causes of their own. */
const FEW = 5;

export function withRootCauses(checks: readonly CheckResult[]): readonly CheckResult[] {
  return withClientCauses(withSnapshotCause(checks));
}

function withSnapshotCause(checks: readonly CheckResult[]): readonly CheckResult[] {
  const failed = checks.filter(({ verdict, waiver }) => verdict === 'fail' && waiver === undefined);
  const counting = failed.filter(({ expected = '' }) => countsBySnapshot(expected));
  const root = rootAmong(failed.filter((check) => !counting.includes(check)));
  if (root === undefined || counting.length < FEW) return checks;
  const dependent = new Set(counting);
  return checks.map((check) => (dependent.has(check) ? { ...check, because: root.id } : check));
}

/** The first check of the requirement on snapshots that fails most. */
function rootAmong(failed: readonly CheckResult[]): CheckResult | undefined {
  const ofSnapshots = failed.filter((check) => check.level === 'must' && /snapshot/.test(violatedBy(check)));
  const groups = [...grouped(ofSnapshots, violatedBy).values()];
  return groups.sort((a, b) => b.length - a.length)[0]?.[0];
}
