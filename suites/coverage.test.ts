// The catalogue against the suites of this package: nothing that binds a server is left without a check or a reason, and checks
// name nothing that is not catalogued.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../toolkit/requirements/catalogue.js';
import { type Coverage, coverage } from '../toolkit/requirements/coverage.js';
import { loadClientChecks } from './clients/stage/registry.js';
import { registeredChecks, requirementOf } from './runner/registry.js';
import { loadSuites } from './runner/suite-files.js';

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
