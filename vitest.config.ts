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
  ...['terraform-apply', 'wrappers', 'templates', 'terraform', 'terraform-tables', 'dev-cdktf', 'terraform-stack-sets'],
  ...['terraform-data-streams', 'terraform-rest-apis', 'cdk', 'terraform-kafka', 'terraform-http-apis', 'emulator-cdk', 'emulator-tf'],
  ...['cdk-saga', 'cdk-custom-resources', 'examples', 'terraform-states', 'terraform-streams', 'terraform-topics', 'deploy-sam'],
  ...['cdk-apis', 'dev-terraform', 'cdk-constructs', 'cdk-shop', 'dev-cdk', 'terraform-folder', 'cdklocal', 'cdk-streams', 'cdk-events'],
];
/** Files that take long and keep a processor busy, the longest first. */
const WORKING = [
  ...['durable', 'recorded', 'single-changes', 'explorer', 'explorer-access', 'contract', 'resource-types', 'mutations', 'explorer-layout'],
  ...[
    'explorer-pages',
    'heavy-expressions',
    'public-layers',
    'clients',
    'package',
    'docs',
    'full-disk-crash',
    'half-way-updates',
    'hostile',
  ],
  ...['durable-crash', 'compile-query', 'properties', 'web-page-endpoints', 'stack-crash', 'why-pages', 'web-pages', 'explorer-visual'],
  ...[
    'killed-functions',
    'deploy',
    'crash',
    'partitions',
    'store-crash',
    'task-effects-crash',
    'kafka-clients',
    'dev',
    'readme',
    'store-model',
  ],
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

export default defineConfig({
  resolve: { conditions: ['development'] },
  ssr: { resolve: { conditions: ['development', 'node'] } },
  test: {
    // Half of the time the tests wait for other programs: on two cores three files at once keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'test/support/bundle-setup.ts',
    // A run takes what an earlier one has compiled from the same files: a fifth of the time on the processor.
    experimental: { fsModuleCache: true },
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
        },
      },
      { extends: true, test: { name: 'own process', include: OWN_PROCESS } },
    ],
  },
});
