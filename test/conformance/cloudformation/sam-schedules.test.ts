// An event `ScheduleV2` of a SAM function, from the template to the invocation: in the role that the transform makes, with the input of the template.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';

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
  await emulator.idle();
  expect((await stacks.describeStacks({ StackName })).Stacks?.[0]?.StackStatus).toBe('CREATE_COMPLETE');
  expect(await emulator.client(Scheduler).getSchedule({ Name: 'ReportDaily' })).toMatchObject({
    ScheduleExpression: 'rate(1 day)',
    Target: { Input: '{"kind":"daily"}', RoleArn: expect.stringContaining('ReportDailyRole'), RetryPolicy: { MaximumRetryAttempts: 2 } },
  });
  const logs = emulator.client(CloudWatchLogs);
  // The first invocation may fall due after the stack is complete.
  const invoked = async (): Promise<void> => {
    const { events = [] } = await logs.filterLogEvents({ logGroupName: '/aws/lambda/report', filterPattern: 'got' });
    expect(events.map(({ message }) => message)).toEqual([expect.stringContaining('{"kind":"daily"}')]);
  };
  await untilPasses(invoked);
});
