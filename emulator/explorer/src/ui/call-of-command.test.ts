import { expect, it } from 'vitest';
import { callOfCommand } from './call-of-command.ts';

const PROTOCOLS = {
  services: {
    lambda: ['restJson1', '', 'lambda'],
    sqs: ['awsJson1_0', 'AmazonSQS', 'sqs'],
    states: ['awsJson1_0', 'S', 'states'],
    s3: ['restXml', '', 's3'],
  },
  operations: { lambda: { AddPermission: ['POST', '/', {}] } },
} as const;
const read = (command: string) => callOfCommand(command, PROTOCOLS);

it('reads the commands that grant access', () => {
  expect(read("aws lambda add-permission --function-name f --statement-id events --principal '*' --action lambda:InvokeFunction")).toEqual({
    ...{ service: 'lambda', operation: 'AddPermission' },
    input: { FunctionName: 'f', StatementId: 'events', Principal: '*', Action: 'lambda:InvokeFunction' },
  });
  const attributes = `{"Policy":"{\\"Id\\":\\"it'\\''s\\"}"}`;
  expect(read(`aws sqs set-queue-attributes --queue-url http://q --attributes '${attributes}'`)?.input).toEqual({
    ...{ QueueUrl: 'http://q', Attributes: { Policy: '{"Id":"it\'s"}' } },
  });
  expect(read(`aws stepfunctions put-resource-policy --policy '{"Statement":[]}'`)).toMatchObject({
    ...{ service: 'states', input: { Policy: '{"Statement":[]}' } },
  });
});

it.each([
  'aws s3api put-bucket-policy --bucket b --policy {}',
  'aws lambda update-function-code --function-name f --zip-file fileb://x',
  'aws unknown do-it --now yes',
  'aws sqs list-queues --no-paginate',
  'emulator why',
])('leaves to a shell: %s', (command) => expect(read(command)).toBeUndefined());
