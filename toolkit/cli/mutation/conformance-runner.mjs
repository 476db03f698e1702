// Stryker's test runner whose only test is the conformance run: a mutant of the reference rules is killed when a check fails on the
// service that holds it. It runs in Stryker's sandbox, on the package that was built there from the instrumented rules.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SEED = '1';
const TARGET = 'mutant';
/** The one test that Stryker sees; which check failed stands in its message. */
const TEST = 'conformance';

class ConformanceRunner {
  #tools;
  #plan = [];

  /** What is mutated at import stays mutated, so Stryker gives such mutants a process of their own. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    stryker().activeMutant = undefined;
    await this.#load();
    stryker().currentTestId = TEST;
    const { failure, timeSpentMs } = await this.#judge();
    return {
      status: 'complete',
      tests: [{ id: TEST, name: TEST, timeSpentMs, status: failure === undefined ? 0 : 1, failureMessage: failure }],
      mutantCoverage: stryker().mutantCoverage,
    };
  }

  async mutantRun({ activeMutant, mutantActivation }) {
    if (mutantActivation === 'static') stryker().activeMutant = activeMutant.id;
    await this.#load();
    stryker().activeMutant = activeMutant.id;
    let { failure, failed } = await this.#judge();
    // A check that stays undecided once may have been kept from its verdict by a busy machine.
    if (failure !== undefined && !failed) ({ failure } = await this.#judge());
    return failure === undefined
      ? { status: 'survived', nrOfTests: 1 }
      : { status: 'killed', killedBy: [TEST], failureMessage: failure, nrOfTests: 1 };
  }

  async #load() {
    this.#tools ??= await tools();
  }

  /** Undefined failure: every check passed, as on the service without a mutant. Failed: a check says so itself. */
  async #judge() {
    const { runOnce, startReference } = this.#tools;
    const started = performance.now();
    try {
      const service = await startReference({ seed: Number(SEED), accounts: 16 });
      try {
        const plan = await this.#planFor(service.profile);
        const requirements = [...new Set(plan.flatMap((item) => item.requirements))];
        const report = await runOnce({
          run: randomUUID(),
          seed: SEED,
          effort: 'standard',
          targets: [{ id: TARGET, profile: service.profile, stopWhenFailed: requirements }],
          items: plan.map(({ id }) => ({ target: TARGET, check: id })),
          levels: {},
          suiteFolders: [],
        });
        const failed = report.outcomes.some(({ verdict }) => verdict === 'fail');
        return { failure: failureOf(report), failed, timeSpentMs: performance.now() - started };
      } finally {
        await service.close();
      }
    } catch (error) {
      return { failure: `the service cannot be judged: ${String(error)}`, timeSpentMs: performance.now() - started };
    }
  }

  async #planFor(profile) {
    const { loadCatalogue, loadDialect, loadSuites, makePlan, registeredChecks } = this.#tools;
    if (this.#plan.length > 0) return this.#plan;
    const [catalogue] = await Promise.all([loadCatalogue(), loadSuites()]);
    const { items } = makePlan({
      checks: registeredChecks().values(),
      requirements: catalogue.byId,
      target: { profile, dialect: await loadDialect(profile) },
      selection: { selectors: [], sections: [] },
    });
    // Mixed, so that the first check to fail comes early whatever rule is changed.
    const mixed = ({ id }) => createHash('sha256').update(id).digest('hex');
    const runnable = items.filter(({ obstacle }) => obstacle === undefined);
    this.#plan = runnable.sort(
      (a, b) => (a.spec.kind === 'history') - (b.spec.kind === 'history') || mixed(a).localeCompare(mixed(b)),
    );
    return this.#plan;
  }
}

/** A failed check, else anything that kept a check from its verdict. */
function failureOf({ outcomes, lost, problems }) {
  const bad = outcomes.find(({ verdict }) => verdict === 'fail') ?? outcomes.find(({ verdict }) => verdict !== 'pass');
  if (bad !== undefined) return `${bad.check} ${bad.verdict}: ${bad.reason ?? ''}`;
  return lost.length > 0 ? `lost: ${lost[0].check}` : problems[0];
}

/** The namespace that Stryker's instrumented code reads. */
function stryker() {
  globalThis.__stryker__ ??= {};
  return globalThis.__stryker__;
}

async function tools() {
  const modules = await Promise.all(
    [
      'toolkit/requirements/catalogue.js',
      'suites/runner/engine/engine.js',
      'suites/runner/plan/plan.js',
      'suites/runner/registry.js',
      'suites/runner/suite-files.js',
      'toolkit/profile/dialect/load-dialect.js',
      'toolkit/reference/index.js',
    ].map((file) => import(pathToFileURL(join(process.cwd(), 'build', file)).href)),
  );
  return Object.assign({}, ...modules);
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'conformance', factory: () => new ConformanceRunner() }];
