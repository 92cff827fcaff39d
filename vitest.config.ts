import { defineConfig } from 'vitest/config';

// No test replaces a module, so the files of one process share what is loaded: modules, and the browser.
const isolate = false;

const studio = 'test/e2e/studio/**/*.test.ts';
/**
 * Replay every page of the docs, and compare what commands print with them. `npm test` runs these with the Studio's, so
 * that both halves take equally long.
 */
const docs = ['docs', 'docs-site', 'packed', 'json-reference', 'output-length'].map(
  (name) => `test/e2e/${name}.test.ts`,
);
const endToEnd = { isolate, testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // By default one core is left free, and two cores would test one file at a time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: [
            'src/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/support/**/*.test.ts',
            'web/{src,page,report,calibration}/**/*.test.ts',
          ],
          testTimeout: 30_000,
          // A stylesheet is empty in tests unless it is named here.
          css: { include: [/tokens\.css\?raw$/u] },
        },
      },
      { test: { name: 'contract', isolate, include: ['test/contract/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [studio, ...docs], ...endToEnd } },
      { test: { name: 'docs', include: docs, ...endToEnd } },
      { test: { name: 'studio', include: [studio], ...endToEnd } },
    ],
  },
});
