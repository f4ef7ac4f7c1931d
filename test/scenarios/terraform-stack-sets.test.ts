// The real Terraform with stack sets and their instances, and a stack with a durable function, which it knows no other way: applied, found again as
// they are, changed, destroyed.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-stack-sets', import.meta.url));
/** Accounts and regions, each with the name of its queue. */
const PLACES = ['111111111111 us-west-2 spread', '000000000000 eu-west-1 grouped', '000000000000 us-east-1 grouped'];

it.skipIf(isMissing('Terraform with stack sets', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies stack sets with their instances, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const lambda = emulator.client(Lambda);
    const delays = () =>
      Promise.all(
        PLACES.map(async (place) => {
          const [accessKeyId = '', region = '', QueueName = ''] = place.split(' ');
          const sqs = emulator.client(SQS, { region, credentials: { accessKeyId, secretAccessKey: 'test' } });
          const { QueueUrl } = await sqs.getQueueUrl({ QueueName });
          return (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['DelaySeconds'] })).Attributes!['DelaySeconds'];
        }),
      );
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      expect(await delays()).toEqual([`${10 * revision}`, `${revision}`, `${revision}`]);
      const { DurableConfig } = await lambda.getFunctionConfiguration({ FunctionName: 'durable' });
      expect(DurableConfig).toEqual({ ExecutionTimeout: 1_000_000 * revision, RetentionPeriodInDays: revision });
    }
    const { DurableExecutionArn } = await lambda.invoke({ FunctionName: 'durable:$LATEST', InvocationType: 'Event' });
    await emulator.idle();
    await emulator.clock.advance('7d');
    expect(await lambda.getDurableExecution({ DurableExecutionArn })).toMatchObject({ Status: 'SUCCEEDED', Result: '"awake"' });
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    await expect(delays()).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    expect((await emulator.client(CloudFormation).listStackSets({ Status: 'ACTIVE' })).Summaries).toEqual([]);
  },
);
