// Programs that are watched, deployed by the real CDK and by `emulator deploy` with AWS SAM: alarms fire into topics and functions, log lines become metrics
// and reach subscribers, a second deployment changes nothing, and `emulator why` tells why an alarm's action failed.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp, whyNoCdk } from '../support/cdk.ts';
import { openDeployProject } from '../support/deploy.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { untilPasses } from '../support/until-passes.ts';

const APP = fileURLToPath(new URL('./cdk-watching', import.meta.url));

describe.skipIf(isMissing('watched programs of the CDK and of AWS SAM', whyNoLongScenario() ?? whyNoCdk()))(
  'programs that are watched',
  () => {
    let emulator: TestEmulator;
    beforeAll(async () => {
      emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    });
    afterAll(() => emulator?.stop());

    const statesOf = async (...AlarmNames: string[]): Promise<Record<string, string | undefined>> => {
      const AlarmTypes = ['MetricAlarm', 'CompositeAlarm'] as ('MetricAlarm' | 'CompositeAlarm')[];
      const { MetricAlarms = [], CompositeAlarms = [] } = await emulator.client(CloudWatch).describeAlarms({ AlarmNames, AlarmTypes });
      return Object.fromEntries([...MetricAlarms, ...CompositeAlarms].map(({ AlarmName = '', StateValue }) => [AlarmName, StateValue]));
    };
    const linesOf = async (name: string): Promise<string> => {
      const { events = [] } = await emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName: `/aws/lambda/${name}` });
      return events.map(({ message }) => message).join('\n');
    };
    const fail = async (FunctionName: string): Promise<void> => {
      expect((await emulator.client(Lambda).invoke({ FunctionName })).FunctionError).toBe('Unhandled');
      await emulator.clock.advance('2m');
      await emulator.idle();
    };

    it('by the CDK', async () => {
      using app = openApp(APP, emulator.url);
      using project = openDeployProject('watching', emulator.url);
      await app.cdk('deploy', '--require-approval', 'never');
      expect(await app.cdk('deploy', '--require-approval', 'never')).toContain('(no changes)');
      const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Watching' });
      const outputs = Object.fromEntries(
        (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
      );
      const { orders = '', helper = '', errors = '', refused = '', both = '', pagerUrl, log } = outputs;

      await fail(orders);
      expect(await statesOf(errors, refused, both)).toEqual({ [errors]: 'ALARM', [refused]: 'ALARM', [both]: 'ALARM' });
      const { Messages = [] } = await emulator
        .client(SQS)
        .receiveMessage({ QueueUrl: pagerUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 5 });
      expect(Messages.map(({ Body = '' }) => (JSON.parse(Body) as { AlarmName: string }).AlarmName).sort()).toEqual([both, errors].sort());
      await untilPasses(async () => {
        const helped = await linesOf(helper);
        expect(helped).toContain(`"alarmName":"${errors}"`);
        expect(helped).toContain('"awslogs"');
      });

      const { queryDefinitions = [] } = await emulator
        .client(CloudWatchLogs)
        .describeQueryDefinitions({ queryDefinitionNamePrefix: 'recent' });
      expect(queryDefinitions.map(({ logGroupNames }) => logGroupNames)).toEqual([[log]]);
      const { DashboardBody = '' } = await emulator.client(CloudWatch).getDashboard({ DashboardName: 'shop' });
      expect(JSON.parse(DashboardBody)).toMatchObject({ widgets: [{ type: 'metric' }, { type: 'log' }] });

      const { stdout } = await project.emulator('why', refused);
      expect(stdout).toContain(`alarm ${refused} → gone`);
      await app.cdk('destroy', '--force');
      expect(await statesOf(errors, refused, both)).toEqual({});
    });

    it('by AWS SAM', async () => {
      using project = openDeployProject('watching', emulator.url);
      const deploy = async () => (await project.documents('deploy', '--stack-name', 'shop')).at(-1);
      expect(await deploy()).toMatchObject({ status: 'CREATE_COMPLETE', isChanged: true });
      expect(await deploy()).toMatchObject({ status: 'CREATE_COMPLETE', isChanged: false });
      await fail('shop-orders');
      expect(await statesOf('shop-refused', 'shop-any')).toEqual({ 'shop-refused': 'ALARM', 'shop-any': 'ALARM' });
      await untilPasses(async () => {
        const read = await linesOf('shop-reader');
        expect(read).toContain('read awslogs');
        expect(read.match(/read Records/g)).toHaveLength(2);
      });
      await project.documents('delete', 'shop');
      expect(await statesOf('shop-refused', 'shop-any')).toEqual({});
    });
  },
);
