// Which checks a run takes: the selectors of the command line against the closed list of checks. A selector that names nothing at
// all is a mistake and is reported; selectors that are right but share no check leave an empty plan.

import { globMatches, isGlob } from '../../../toolkit/base/glob.js';
import { CHECK_KINDS, type CheckDeclaration } from '../check.js';
import { requirementOf } from '../registry.js';

export interface Selection {
  /**
   * Area (of the check or of a requirement), requirement id, check id (both also as globs) or kind; a check is taken when one of them fits.
   * All when empty.
   */
  readonly selectors: readonly string[];
  /** Sections such as `5.3` or `5`; a check is taken when one of its requirements lies in one of them. All when empty. */
  readonly sections: readonly string[];
}

export interface Selectable {
  readonly spec: CheckDeclaration;
  readonly area: string;
  /** Sections of all requirements that the check names. */
  readonly sections: readonly string[];
}

export function isSelected(check: Selectable, selection: Selection): boolean {
  const { selectors, sections } = selection;
  return (
    (selectors.length === 0 || selectors.some((selector) => selectorFits(check, selector))) &&
    (sections.length === 0 || sections.some((section) => check.sections.some((one) => liesIn(one, section))))
  );
}

function selectorFits({ spec, area }: Selectable, selector: string): boolean {
  if (selector === area || selector === spec.kind) return true;
  const requirements = [requirementOf(spec.id), ...(spec.requirements ?? [])];
  if (requirements.some((id) => id.startsWith(`${selector}.`))) return true;
  const ids: readonly string[] = [spec.id, ...requirements];
  return isGlob(selector) ? ids.some((id) => globMatches(selector, id)) : ids.includes(selector);
}

/** Whether `5.3.2` lies in `5.3`; `5.31` does not. */
export function liesIn(section: string, part: string): boolean {
  return section === part || section.startsWith(`${part}.`);
}

/**
 * The selectors and sections that name nothing, whether or not a check exists for it: a known requirement without a check is a
 * right selector that selects nothing.
 */
export function unknownSelectors(
  selection: Selection,
  checks: readonly Selectable[],
  requirements: readonly { readonly id: string; readonly section: string }[],
): readonly string[] {
  const selectors = selection.selectors.filter(
    (selector) =>
      !CHECK_KINDS.some((kind) => kind === selector) &&
      !checks.some((check) => selectorFits(check, selector)) &&
      !requirements.some(({ id }) =>
        isGlob(selector) ? globMatches(selector, id) : id === selector || id.startsWith(`${selector}.`),
      ),
  );
  const sections = selection.sections.filter(
    (section) =>
      !requirements.some((requirement) => liesIn(requirement.section, section)) &&
      !checks.some((check) => check.sections.some((one) => liesIn(one, section))),
  );
  return [...selectors, ...sections];
}

/** Everything that a selector may name, for suggestions. */
export function selectableNames(
  checks: readonly Selectable[],
  requirements: readonly { readonly id: string }[],
): readonly string[] {
  return [
    ...new Set([
      ...checks.map((check) => check.area),
      ...requirements.map(({ id }) => id.slice(0, id.indexOf('.'))),
      ...CHECK_KINDS,
      ...requirements.map(({ id }) => id),
      ...checks.map((check) => check.spec.id),
    ]),
  ];
}
