// `npm run freeze`: writes the catalogue of the present suite as the next released one, for `--catalogue N`. While its version of the
// package is not released, it is written again; afterwards it is nobody's to change.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredChecks } from '../../../suites/runner/declared-checks.js';
import { plannedLevel } from '../../../suites/runner/plan/plan.js';
import { OWN_AREA, requirementOf } from '../../../suites/runner/registry.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import {
  type FrozenCatalogue,
  frozenCatalogue,
  frozenFolder,
  frozenVersions,
} from '../../requirements/frozen-catalogue.js';
import { version } from '../version.js';

const [{ byId }, checks] = await Promise.all([loadCatalogue(), declaredChecks()]);
const newest = frozenVersions().at(-1) ?? '0';
const isOpen = frozenCatalogue(newest)?.suite === version();
const catalogue = isOpen ? newest : String(Number(newest) + 1);
const levels = [...checks.values()]
  .filter(({ area }) => area !== OWN_AREA)
  .map(({ spec }) => [spec.id, plannedLevel(spec, byId.get(requirementOf(spec.id)))] as const)
  .sort(([one], [other]) => (one < other ? -1 : 1));
const frozen: FrozenCatalogue = { catalogue, suite: version(), checks: Object.fromEntries(levels) };
writeFileSync(join(frozenFolder(), `${catalogue}.json`), `${JSON.stringify(frozen, null, 2)}\n`);
process.stdout.write(`catalogue ${catalogue}: ${levels.length} checks\n`);
