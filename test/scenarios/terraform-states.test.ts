// The real Terraform with state machines: what it applied and changed it finds again as it said, and what it destroyed is gone.
import { fileURLToPath } from 'node:url';
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-states/project', import.meta.url));
const arn = (resource: string): string => `arn:aws:states:us-east-1:000000000000:${resource}`;

describe.skipIf(isMissing('Terraform over state machines', whyNoLongScenario() ?? whyNoTerraform()))('Terraform', () => {
  let emulator: TestEmulator;
  beforeAll(async () => {
    emulator = await startTestEmulator();
  });
  afterAll(() => emulator.stop());

  it('applies, changes and destroys machines, aliases and activities, and plans nothing in between', { timeout: 600_000 }, async () => {
    using project = openProject(PROJECT, emulator.url);
    const sfn = emulator.client(SFN, { disableHostPrefix: true });
    await project.run('init', '-no-color');
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const read = JSON.parse(await project.run('output', '-json', 'read')) as { quick: string };
      expect(read).toMatchObject({ machine: arn('stateMachine:orders'), alias: `revision ${revision}`, activity: arn('activity:work') });
      const { output } = await sfn.startSyncExecution({ stateMachineArn: read.quick, input: '{"values":[1,2,3]}' });
      expect(output).toBe(String(6 * revision));
      const { executionArn } = await sfn.startExecution({ stateMachineArn: arn('stateMachine:orders:live'), input: '{"total":5}' });
      await emulator.idle();
      const { stateMachineVersionArn, output: total } = await sfn.describeExecution({ executionArn });
      expect({ stateMachineVersionArn, total }).toEqual({
        stateMachineVersionArn: arn(`stateMachine:orders:${revision}`),
        total: `{"total":${5 + revision}}`,
      });
      const { loggingConfiguration, tracingConfiguration } = await sfn.describeStateMachine({
        stateMachineArn: arn('stateMachine:orders'),
      });
      expect({ level: loggingConfiguration?.level, isTraced: tracingConfiguration?.enabled }).toEqual({
        level: revision === 1 ? 'ERROR' : 'ALL',
        isTraced: revision === 2,
      });
      const { tags } = await sfn.listTagsForResource({ resourceArn: arn('activity:work') });
      expect(tags).toContainEqual({ key: 'revision', value: String(revision) });
    }
    expect(await project.types()).toEqual([
      ...['aws_cloudwatch_log_group', 'aws_iam_role', 'aws_kms_key'],
      ...['activity', 'alias', 'state_machine'].map((type) => `aws_sfn_${type}`),
    ]);
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await sfn.listStateMachines({})).stateMachines).toEqual([]);
    expect((await sfn.listActivities({})).activities).toEqual([]);
  });

  it('plans no machine whose definition is wrong', async () => {
    using project = openProject(fileURLToPath(new URL('./terraform-states/wrong', import.meta.url)), emulator.url);
    await project.run('init', '-no-color');
    await expect(project.run('plan', '-no-color')).rejects.toThrow("ERROR (MISSING_TRANSITION_TARGET): Missing 'Next' target: None");
  });
});
