// Unit tests of the project itself; conformance checks run through `tsi run`, not through this file.
import type { ViteUserConfig } from 'vitest/config';
import { defineConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{suites,toolkit,reports}/**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    testTimeout: 20_000,
    ...reporters(process.env['TSI_TEST_REPORT']),
  },
});

/** CI counts tests from a JSON report beside the ordinary output. */
function reporters(file: string | undefined): { reporters?: string[]; outputFile?: { json: string } } {
  return file === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: file } };
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default config;
