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

/** Tests that need a process of their own: they change its variables, look at its children or its memory, or fill its disk. */
const OWN_PROCESS = [
  'emulator/src/containers/docker/flags.test.ts',
  'test/conformance/lambda/{containers,images,layers-pulled}*.test.ts',
  'test/contracts/containers/**/*.test.ts',
  'test/contracts/full-disk.test.ts',
  'test/scenarios/{killed-functions,mutations,testcontainers}.test.ts',
];

/** Files that take long and mostly wait for other programs, the longest first. */
const WAITING = [
  ...['terraform-apply', 'templates', 'cdk-shop', 'dev-cdktf', 'terraform-tables', 'emulator-tf', 'wrappers', 'terraform'],
  ...['terraform-data-streams', 'terraform-rest-apis', 'terraform-stack-sets', 'terraform-kafka', 'cdk-custom-resources'],
  ...['cdklocal', 'terraform-topics', 'terraform-streams', 'cdk-saga', 'examples', 'terraform-http-apis', 'cdk'],
  ...['emulator-cdk', 'dev-terraform', 'terraform-states', 'terraform-watching', 'dev-cdk', 'deploy-sam', 'cdk-constructs'],
  ...['terraform-folder', 'cdk-apis', 'cdk-tables', 'terraform-graphql', 'cdk-streams', 'cdk-events'],
];
/** Files that take long and keep a processor busy, the longest first. */
const WORKING = [
  ...['explorer-access', 'durable', 'contract', 'explorer', 'recorded', 'explorer-visual', 'single-changes', 'why-pages'],
  ...['hostile', 'publishing', 'durable-crash', 'explorer-pages', 'stack-crash', 'resource-types', 'explorer-layout'],
  ...['package', 'told-ways', 'clients', 'mutations', 'docs', 'mcp-tools', 'web-pages', 'heavy-expressions', 'crash'],
  ...['full-disk-crash', 'deploy', 'properties', 'hot-reload-links', 'web-page-endpoints', 'hot-reload-runtimes'],
  ...['half-way-updates', 'store-model', 'fuzz', 'partitions', 'round-trip', 'killed-functions', 'public-layers'],
  ...['compile-query', 'store-crash', 'task-effects-crash', 'kafka-clients', 'dev', 'readme'],
];

/** Begun last, they would keep one processor busy while the others have nothing to do; begun side by side, each kind uses what the other leaves. */
const LONGEST = WORKING.flatMap((file, at) => (at < WAITING.length ? [WAITING[at]!, file] : [file]));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const place = LONGEST.indexOf(/([^/]+)\.test\.ts$/.exec(moduleId)?.[1] ?? '');
      const rank = place < 0 ? LONGEST.length : place;
      // A worker that is shared goes on as long as the next file shares it, too: files with a process of their own come first.
      return project.config.isolate ? rank : rank + 1000;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** Both kinds of files run with it. */
const COMMON = {
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development', 'node'] } },
};
const COMMON_TEST = {
  // A run takes what an earlier one has compiled from the same files: a fifth of the time on the processor.
  experimental: { fsModuleCache: true },
  // They end what has failed: a machine that is ten times slower passes, too.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    // Half of the time the tests wait for other programs: on two cores three files at once keep both busy. It stands here and not in what
    // the projects have in common, where it would outdo the option `--maxWorkers`.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'test/support/bundle-setup.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...COMMON,
        // A worker takes file after file and loads the emulator and the SDK once: no module of theirs has state.
        test: {
          ...COMMON_TEST,
          name: 'shared',
          include: ALL,
          exclude: [...configDefaults.exclude, ...OWN_PROCESS],
          isolate: false,
        },
      },
      { ...COMMON, test: { ...COMMON_TEST, name: 'own process', include: OWN_PROCESS } },
    ],
  },
});
