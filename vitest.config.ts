import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests in a browser wait the most. Started first, they leave the cores to the others. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isBrowserTest = ({ moduleId }: TestSpecification) => moduleId.includes('/test/e2e/studio/');
    return [...sorted.filter(isBrowserTest), ...sorted.filter((file) => !isBrowserTest(file))];
  }
}

// No test replaces a module, so the files of one process share what is loaded: modules, and the browser.
const isolate = false;

export default defineConfig({
  test: {
    // By default one core is left free, and two cores would test one file at a time.
    maxWorkers: 2,
    sequence: { sequencer: BrowserFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'web/{src,page,report,calibration}/**/*.test.ts'],
          testTimeout: 30_000,
          // A stylesheet is empty in tests unless it is named here.
          css: { include: [/tokens\.css\?raw$/u] },
        },
      },
      { test: { name: 'contract', isolate, include: ['test/contract/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'e2e', isolate, include: ['test/e2e/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
    ],
  },
});
