// The real Terraform with alarms, dashboards, metric streams, filters over logs and X-Ray: applied, found again as it is, changed, destroyed.
import { fileURLToPath } from 'node:url';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-watching', import.meta.url));

it.skipIf(isMissing('Terraform with alarms, metric streams and X-Ray', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies what watches, plans no changes, changes and destroys it',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const cloudwatch = emulator.client(CloudWatch);
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { OutputFormat } = await cloudwatch.getMetricStream({ Name: 'all' });
      expect(OutputFormat).toBe(revision === 1 ? 'json' : 'opentelemetry1.0');
    }
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await cloudwatch.listMetricStreams({})).Entries).toEqual([]);
  },
);
