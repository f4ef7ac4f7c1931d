import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['emulator/src/**/*.test.ts', 'emulator/models/**/*.test.ts', 'integrations/**/*.test.ts', 'test/**/*.test.ts'],
    // Half of the time the tests wait for other programs: on two cores, too, two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: 'test/support/bundle-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
