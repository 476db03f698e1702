// Tests of the project itself; conformance checks run through `tsi run`, not through this file. Two groups, one after the other: unit
// tests beside files that declare checks or run the build that does, then tests that start the built package as its users do.
// Unit tests share a worker and its modules: a file that needs hooks of its own registers them itself, never an aid when it is loaded.
import { availableParallelism } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const WHOLE = '{suites,toolkit,reports}/**/*.whole.test.ts';
/** Checks declare themselves once for each process: whoever counts on what is declared has a process of its own. */
const DECLARING = [
  'toolkit/cli/{report,run,show}/**/*.test.ts',
  'suites/coverage.test.ts',
  'suites/runner/{declared-at,registry}.test.ts',
];
/** More than the cores of a small machine: many tests wait for processes and sockets, and those of whole programs most of their time. */
const UNIT_WORKERS = Math.max(3, availableParallelism());
const WHOLE_WORKERS = Math.max(3, availableParallelism());
/** These take minutes each: begun last, they would go on alone when everything else is done. */
const LONGEST = ['matrix', 'habits', 'conformance'].map((name) => `/toolkit/cli/${name}.whole.test.ts`);
const APART = ['dist/**', 'build/**', 'node_modules/**'];

/** Compiled files are loaded as they are. */
const server = { deps: { external: [/\/(dist|build)\/.*\.js$/] } };

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: UNIT_WORKERS,
    sequence: { sequencer: LongestFirst },
    ...reporters(process.env['TSI_TEST_REPORT']),
    projects: [
      {
        test: {
          name: 'unit',
          server,
          include: ['{suites,toolkit,reports}/**/*.test.ts'],
          exclude: [...APART, WHOLE, ...DECLARING],
          isolate: false,
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'declaring',
          server,
          include: DECLARING,
          exclude: APART,
          testTimeout: 60_000,
          // A hook that loads all suites is given as long as a test that does.
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'whole',
          maxWorkers: WHOLE_WORKERS,
          // They share the machine with each other, and clocks run on meanwhile: what fails is tried once more, and shown as tried again.
          retry: 1,
          include: [WHOLE],
          exclude: APART,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

/** CI counts tests from a JSON report beside the ordinary output. */
function reporters(file: string | undefined): { reporters?: string[]; outputFile?: { json: string } } {
  return file === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: file } };
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default config;
