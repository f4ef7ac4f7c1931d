// An event `ScheduleV2` of a SAM function, from the template to the invocation: in the role that the transform makes, with the input of the template.
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Resources:
  Report:
    Type: AWS::Serverless::Function
    Properties:
      FunctionName: report
      Runtime: nodejs20.x
      Handler: index.handler
      InlineCode: exports.handler = async (event) => console.log('got', JSON.stringify(event));
      Events:
        Daily:
          Type: ScheduleV2
          Properties:
            ScheduleExpression: rate(1 day)
            Input: '{"kind":"daily"}'
            RetryPolicy:
              MaximumRetryAttempts: 2
`;

it('invokes the function', async () => {
  await using emulator = await startTestEmulator();
  const stacks = emulator.client(CloudFormation);
  const StackName = 'reports';
  await stacks.createStack({ StackName, TemplateBody: TEMPLATE, Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'] });
  await waitUntilStackCreateComplete({ client: stacks, maxWaitTime: 20, minDelay: 0.05, maxDelay: 0.2 }, { StackName });
  expect(await emulator.client(Scheduler).getSchedule({ Name: 'ReportDaily' })).toMatchObject({
    ScheduleExpression: 'rate(1 day)',
    Target: { Input: '{"kind":"daily"}', RoleArn: expect.stringContaining('ReportDailyRole'), RetryPolicy: { MaximumRetryAttempts: 2 } },
  });
  const logs = emulator.client(CloudWatchLogs);
  const lines = async () => {
    const { events = [] } = await logs.filterLogEvents({ logGroupName: '/aws/lambda/report' }).catch(() => ({ events: [] }));
    return events.map(({ message = '' }) => message).filter((message) => message.includes('got'));
  };
  await expect.poll(lines, { timeout: 10_000 }).toEqual([expect.stringContaining('{"kind":"daily"}')]);
}, 30_000);
