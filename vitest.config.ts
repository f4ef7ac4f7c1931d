import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const ALL = [
  'emulator/src/**/*.test.ts',
  'emulator/explorer/src/**/*.test.ts',
  'emulator/models/**/*.test.ts',
  'integrations/**/*.test.ts',
  'test/**/*.test.ts',
];

/** Tests that need a process of their own: they change its variables, look at its children or its memory, keep it busy, or fill its disk. */
const OWN_PROCESS = [
  'emulator/src/containers/**/*.test.ts',
  'emulator/src/store/**/*.test.ts',
  'test/conformance/init-scripts/*.test.ts',
  'test/conformance/lambda/{containers,images,layers-pulled}*.test.ts',
  'test/contracts/full-disk.test.ts',
  'test/fuzz/*.test.ts',
  'test/patterns/*.test.ts',
  'test/scenarios/*.test.ts',
];

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development', 'node'] } },
  test: {
    // Half of the time the tests wait for other programs: on two cores three files at once keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'test/support/bundle-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        // A worker takes file after file and loads the emulator and the SDK once: no module of theirs has state.
        test: {
          name: 'shared',
          include: ALL,
          exclude: [...configDefaults.exclude, ...OWN_PROCESS],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'own process', include: OWN_PROCESS, sequence: { groupOrder: 1 } } },
    ],
  },
});
