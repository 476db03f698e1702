// Results of a folder whose run was killed before it wrote any: from the journal, with what this version knows of its checks.

import type { Results } from '../../../reports/model/model.js';
import { judgeJournal } from '../../../reports/rejudge/rejudge.js';
import { resultsFromJournal } from '../../../reports/rejudge/results-from-journal.js';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { plannedLevel } from '../../../suites/runner/plan/plan.js';
import { requirementOf, sourceOf } from '../../../suites/runner/registry.js';
import { asReported } from '../../requirements/as-reported.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { evaluateAssertion } from './evaluate.js';

export async function readKilledRun(journalPath: string, command: string): Promise<Results> {
  const [judgement, catalogue, checks] = await Promise.all([
    judgeJournal(journalPath, evaluateAssertion, { lenient: true }),
    loadCatalogue(),
    declaredChecks(),
  ]);
  // Lines that are no records may have been verdicts: a report of the rest would say less than the run did.
  if (judgement.damage !== undefined) throw judgement.damage;
  return resultsFromJournal({
    judgement,
    facts: (id) => {
      const check = checks.get(id);
      if (check === undefined) return undefined;
      const { spec, area } = check;
      const requirements = [...new Set([requirementOf(id), ...(spec.requirements ?? [])])];
      const entries = requirements.flatMap((one) => catalogue.byId.get(one) ?? []);
      return {
        title: spec.title,
        requirements,
        sections: [...new Set(entries.map((entry) => entry.section))],
        area,
        kind: spec.kind,
        level: plannedLevel(spec, entries[0]),
        ...sourceOf(check),
      };
    },
    requirements: catalogue.requirements.map(asReported),
    catalogue: catalogue.digest,
    command,
  });
}
