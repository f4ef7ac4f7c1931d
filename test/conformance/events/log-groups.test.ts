// Log groups as targets of rules: what is written, and what their resource policy refuses.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, receive } = fixture;

const GROUP = '/aws/events/shop';
const ARN = `arn:aws:logs:us-east-1:000000000000:log-group:${GROUP}`;
const logs = (): CloudWatchLogs => fixture.emulator.client(CloudWatchLogs);
const statement = (Action: string, Condition?: object) => ({
  Effect: 'Allow',
  Principal: { Service: 'events.amazonaws.com' },
  Action,
  Resource: `${ARN}:*`,
  ...(Condition && { Condition }),
});
const allow = async (...Statement: object[]): Promise<void> => {
  await logs().putResourcePolicy({ policyName: 'events', policyDocument: JSON.stringify({ Version: '2012-10-17', Statement }) });
};
const made = () => logs().createLogGroup({ logGroupName: GROUP });
const written = async () => (await logs().filterLogEvents({ logGroupName: GROUP })).events ?? [];

it('get each event in a stream of its own, at the event’s time', async () => {
  await made();
  await allow(
    statement('logs:CreateLogStream'),
    statement('logs:PutLogEvents', { ArnEquals: { 'aws:SourceArn': 'arn:aws:events:us-east-1:000000000000:rule/all' } }),
  );
  await makeRule('all', [{ Id: 'g', Arn: ARN }]);
  await put();
  await put();
  const events = await written();
  expect(events).toHaveLength(2);
  expect(new Set(events.map(({ logStreamName }) => logStreamName)).size).toBe(2);
  expect(events[0]?.message).toContain('"detail":{"id":12345678901234567890}');
  expect(events[0]?.timestamp).toBe(Date.parse((JSON.parse(events[0]?.message ?? '') as { time: string }).time));
});

it('take timestamp and message of a transformer, in the words of the template', async () => {
  await made();
  await allow(statement('logs:*'));
  const transformed = (InputTemplate: string) => ({ InputTemplate, InputPathsMap: { time: '$.time', detail: '$.detail' } });
  await makeRule('text', [
    { Id: 'a', Arn: `${ARN}:*`, InputTransformer: transformed('{"timestamp": <time>, "message": <detail>}') },
    { Id: 'b', Arn: ARN, InputTransformer: transformed('{"timestamp": <time>, "message": "made <time>"}') },
  ]);
  await put();
  const messages = (await written()).map(({ message }) => message).sort();
  expect(messages).toEqual([expect.stringMatching(/^made 2/), '{"id":12345678901234567890}'].sort());
});

it('refuse other inputs, which go to the dead-letter queue', async () => {
  await made();
  await allow(statement('logs:*'));
  const url = await makeQueue('lost');
  await makeRule('all', [{ Id: 'g', Arn: ARN, Input: '{"n":1}', DeadLetterConfig: { Arn: queueArn('lost') } }]);
  await put();
  expect((await receive(url))[0]?.MessageAttributes?.ERROR_CODE?.StringValue).toBe('INVALID_PARAMETER');
  expect(await written()).toEqual([]);
});

it('need a resource policy, without the rule’s ARN where the stream is made', async () => {
  await made();
  await makeRule('all', [{ Id: 'g', Arn: ARN }]);
  await put();
  expect(fixture.emulator.lines.some((line) => line.includes('To allow it: aws logs put-resource-policy'))).toBe(true);
  await allow(statement('logs:*', { ArnEquals: { 'aws:SourceArn': 'arn:aws:events:us-east-1:000000000000:rule/all' } }));
  await put();
  expect(await written()).toEqual([]);
});
