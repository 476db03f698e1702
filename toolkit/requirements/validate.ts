// What a schema cannot say of the catalogue: ids are unique, areas, sections, rules and open points exist, and what cannot be
// judged says so. Returns findings; a catalogue with any is not shipped.
import { AREAS, areaOf, type Requirement, SECTIONS } from './requirement.js';
import { type CatalogueSources, readSources } from './yaml-files.js';

/** The sources of a folder. Throws, naming every defect, when they are wrong. */
export async function validSources(folder: string): Promise<CatalogueSources> {
  const sources = await readSources(folder);
  const defects = findings(sources);
  if (defects.length > 0) throw new Error(`the catalogue of requirements is wrong:\n${defects.join('\n')}`);
  return sources;
}

export function findings({ requirements, open, purposes }: CatalogueSources): readonly string[] {
  const points = new Set(open.map(({ id }) => id));
  return [
    ...doubles(requirements.map(({ id }) => id)).map((id) => `${id}: two requirements have this id`),
    ...doubles(requirements.map(({ statement }) => statement)).map((text) => `two requirements state: ${text}`),
    ...doubles(open.map(({ id }) => id)).map((id) => `${id}: two open points have this id`),
    ...open.filter(({ section }) => !exists(section)).map(({ id, section }) => `${id}: no section ${section}`),
    ...purposes.flatMap(({ number }, at) =>
      number === at + 1 ? [] : [`purpose ${number}: expected number ${at + 1}`],
    ),
    ...requirements.flatMap((requirement) =>
      defectsOf(requirement, points).map((defect) => `${requirement.id}: ${defect}`),
    ),
  ];
}

function defectsOf(requirement: Requirement, points: ReadonlySet<string>): readonly string[] {
  const { id, section, rule, also = [], open = [], level, subject, untestable, judgedBy } = requirement;
  const defects: string[] = [];
  if (!AREAS.some((area) => area === areaOf(id))) defects.push(`expected an area of ${AREAS.join(', ')}`);
  for (const one of [section, ...also]) if (!exists(one)) defects.push(`no section ${one}`);
  if (also.includes(section)) defects.push(`also names its own section ${section}`);
  if (rule !== undefined && rule > (SECTIONS[section] ?? 0)) defects.push(`section ${section} has no rule ${rule}`);
  for (const point of open) if (!points.has(point)) defects.push(`no open point ${point}`);
  if (subject === 'client' && (judgedBy === undefined) === (untestable === undefined)) {
    defects.push('a duty of the client is judged of clients (judgedBy: client) or has a reason (untestable)');
  }
  if (subject !== 'client' && judgedBy !== undefined) defects.push(`a duty of the ${subject} is not judged of clients`);
  if (level === 'may' && untestable === undefined && open.length === 0) {
    defects.push('a permission needs a reason (untestable) or the open point that is observed');
  }
  return defects;
}

function exists(section: string): boolean {
  return Object.hasOwn(SECTIONS, section);
}

function doubles(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}
