// Unit tests of the project itself; conformance checks run through `tsi run`, not through this file.
import type { ViteUserConfig } from 'vitest/config';
import { defineConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{suites,toolkit,reports}/**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    testTimeout: 20_000,
  },
});

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default config;
