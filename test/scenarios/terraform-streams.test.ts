// The real Terraform with a table whose stream a function and a pipe follow: applied, found again as it is, changed, destroyed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { zipOf } from '../conformance/lambda/fixture.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-streams', import.meta.url));

it.skipIf(isMissing('Terraform with streams of tables', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies what follows a table, plans no changes, changes and destroys it',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    writeFileSync(join(project.folder, 'function.zip'), zipOf({ 'index.js': 'exports.handler = async () => {};' }));
    await project.run('init', '-no-color');
    const lambda = emulator.client(Lambda);
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { EventSourceMappings } = await lambda.listEventSourceMappings({ FunctionName: 'follower' });
      expect(EventSourceMappings).toMatchObject([{ State: 'Enabled', BatchSize: 10 * revision, ParallelizationFactor: revision }]);
    }
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await lambda.listEventSourceMappings()).EventSourceMappings).toEqual([]);
  },
);
