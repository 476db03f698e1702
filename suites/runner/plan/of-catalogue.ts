// The checks of a released catalogue: those of the package that it names, and all of users' own suites.
import { frozenCatalogue } from '../../../toolkit/requirements/frozen-catalogue.js';
import { type DeclaredCheck, OWN_AREA } from '../registry.js';

export type Checks = ReadonlyMap<string, DeclaredCheck>;

/** Throws `RangeError` when no catalogue of this version was released. */
export function ofCatalogue(checks: Checks, version: string): Checks {
  const frozen = frozenCatalogue(version);
  if (frozen === undefined) throw new RangeError(`catalogue: expected the version of a released one, got ${version}`);
  return new Map([...checks].filter(([id, { area }]) => area === OWN_AREA || Object.hasOwn(frozen.checks, id)));
}

/** Without users' own. */
export function ofPackage(checks: Checks): Checks {
  return new Map([...checks].filter(([, { area }]) => area !== OWN_AREA));
}
