import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ALL = [
  'emulator/src/**/*.test.ts',
  'emulator/explorer/src/**/*.test.ts',
  'emulator/init-program/**/*.test.ts',
  'emulator/models/**/*.test.ts',
  'hot-reload/**/*.test.ts',
  'integrations/**/*.test.ts',
  'test/**/*.test.ts',
];

/** Tests that need a process of their own: they change its variables, look at its children or its memory, keep it busy, or fill its disk. */
const OWN_PROCESS = [
  'emulator/src/containers/**/*.test.ts',
  'emulator/src/store/**/*.test.ts',
  'test/conformance/init-scripts/*.test.ts',
  'test/conformance/lambda/{containers,images,layers-pulled}*.test.ts',
  'test/contracts/containers/**/*.test.ts',
  'test/contracts/full-disk.test.ts',
  'test/fuzz/*.test.ts',
  'test/patterns/*.test.ts',
  'test/scenarios/*.test.ts',
];

/** The files that take minutes, the longest first: begun last, they would keep one processor busy while the others have nothing to do. */
const LONGEST = [
  ...['terraform-apply', 'emulator-tf', 'templates', 'explorer-pages', 'wrappers', 'explorer', 'terraform', 'explorer-access', 'mutations'],
  ...['terraform-tables', 'cdk-custom-resources', 'terraform-data-streams', 'cdklocal', 'cdk-templates', 'cdk-shop', 'terraform-rest-apis'],
  ...['contract', 'hostile', 'package', 'terraform-stack-sets', 'terraform-kafka', 'dev-cdktf', 'terraform-http-apis'],
  ...['stack-crash', 'crash', 'examples', 'terraform-topics', 'terraform-streams', 'explorer-visual', 'store-crash'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(/([^/]+)\.test\.ts$/.exec(moduleId)?.[1] ?? '');
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development', 'node'] } },
  test: {
    // Half of the time the tests wait for other programs: on two cores three files at once keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'test/support/bundle-setup.ts',
    sequence: { sequencer: LongestFirst },
    // They end what has failed: a machine that is ten times slower passes, too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
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
