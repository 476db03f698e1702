// The catalogue against the suites of this package: nothing that binds a server is left without a check or a reason, and checks
// name nothing that is not catalogued.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../toolkit/base/package-root.js';
import { loadCatalogue } from '../toolkit/requirements/catalogue.js';
import { type Coverage, coverage } from '../toolkit/requirements/coverage.js';
import { frozenCatalogue, frozenVersions } from '../toolkit/requirements/frozen-catalogue.js';
import { loadClientChecks } from './clients/stage/registry.js';
import { plannedLevel } from './runner/plan/plan.js';
import { registeredChecks, requirementOf } from './runner/registry.js';
import { loadSuites } from './runner/suite-files.js';

const { version: current } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));

let found: Coverage;
let kinds: Readonly<Record<string, number>>;

beforeAll(async () => {
  await loadSuites();
  const specs = [...registeredChecks().values()].map(({ spec }) => spec);
  const checks = specs.map(({ id, requirements = [], purposes = [] }) => ({
    id,
    requirements: [requirementOf(id), ...requirements],
    purposes,
  }));
  const ofClients = [...(await loadClientChecks()).values()].map(({ spec }) => ({
    id: spec.id,
    requirements: [requirementOf(spec.id), ...(spec.requirements ?? [])],
  }));
  found = coverage(await loadCatalogue(), [...checks, ...ofClients]);
  kinds = Object.fromEntries(
    ['scenario', 'property', 'concurrent', 'history'].map((kind) => [
      kind,
      specs.filter((one) => one.kind === kind).length,
    ]),
  );
});

describe('the suites', () => {
  it('judge every statement that binds or advises a server or its description, or say why not', () => {
    expect(found.uncovered.map(({ id }) => id)).toEqual([]);
  });

  it('judge every duty of clients', () => {
    expect(found.uncoveredOfClients.map(({ id }) => id)).toEqual([]);
  });

  it('name catalogued requirements only', () => {
    expect(found.unknown).toEqual([]);
  });

  it('judge nothing that is said to be beyond judgement', () => {
    expect(found.contradicted.map(({ id }) => id)).toEqual([]);
  });

  it('cover every test purpose, or say why not', () => {
    expect(found.uncoveredPurposes.map(({ number }) => number)).toEqual([]);
  });

  it('name listed test purposes only', () => {
    expect(found.unknownPurposes).toEqual([]);
  });

  it('have every check of a released catalogue still, none stricter than it was, or say why not', async () => {
    const { byId } = await loadCatalogue();
    // That of a version under work is frozen again before it is released.
    const released = frozenVersions()
      .flatMap((one) => frozenCatalogue(one) ?? [])
      .filter(({ suite }) => suite !== current);
    for (const { catalogue, checks, retired = {} } of released) {
      const levels = Object.keys(checks).flatMap((id) => {
        const spec = registeredChecks().get(id)?.spec;
        return spec === undefined ? [] : [[id, plannedLevel(spec, byId.get(requirementOf(id)))] as const];
      });
      const known = new Map(levels);
      const gone = Object.keys(checks).filter((id) => !known.has(id) && retired[id] === undefined);
      expect(gone, `not in the suite, and not retired in ${catalogue}.json`).toEqual([]);
      const stricter = levels.filter(([id, level]) => checks[id] === 'should' && level === 'must');
      expect(stricter, `give a stricter check another id, since ${catalogue}.json has it as should`).toEqual([]);
    }
  });

  it('observe what is permitted', () => {
    const silent = found.rows.filter(
      ({ requirement: { level, untestable }, checks }) =>
        level === 'may' && untestable === undefined && checks.length === 0,
    );
    expect(silent.map(({ requirement }) => requirement.id)).toEqual([]);
  });

  it('are of all four kinds, at least 250 checks in all', () => {
    const counts = Object.values(kinds);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(250);
  });
});
