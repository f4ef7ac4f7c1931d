// A function, a rule, an event, and the function's log line: the first minute with the emulator.
// Start it first (`npm start`), then: node examples/events-function/run.mjs
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridgeClient, PutEventsCommand, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { AddPermissionCommand, CreateFunctionCommand, LambdaClient, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import yazl from 'yazl';

// The SDK's word on versions of Node.js to come would stand above what this prints.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const at = {
  endpoint: process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};
const FunctionArn = 'arn:aws:lambda:us-east-1:000000000000:function:on-order';
const lambda = new LambdaClient(at);
const events = new EventBridgeClient(at);
const logs = new CloudWatchLogsClient(at);

const zip = new yazl.ZipFile();
zip.addBuffer(readFileSync(new URL('handler.mjs', import.meta.url)), 'handler.mjs');
zip.end();

/** Ignores the refusal of a function that exists already: it stays as an earlier run has made it. */
const unlessThere = (made) =>
  made.catch((error) => {
    if (error.name !== 'ResourceConflictException') throw error;
  });

await unlessThere(
  lambda.send(
    new CreateFunctionCommand({
      FunctionName: 'on-order',
      Runtime: 'nodejs20.x',
      Handler: 'handler.handler',
      Role: 'arn:aws:iam::000000000000:role/anything',
      Code: { ZipFile: await buffer(zip.outputStream) },
    }),
  ),
);
await waitUntilFunctionActiveV2({ client: lambda, maxWaitTime: 30, minDelay: 1 }, { FunctionName: 'on-order' });

const { RuleArn } = await events.send(
  new PutRuleCommand({ Name: 'orders', EventPattern: '{"source":["shop"],"detail":{"total":[{"numeric":[">",100]}]}}' }),
);
await events.send(new PutTargetsCommand({ Rule: 'orders', Targets: [{ Id: 'function', Arn: FunctionArn }] }));
await unlessThere(
  lambda.send(
    new AddPermissionCommand({
      FunctionName: 'on-order',
      StatementId: 'orders',
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: RuleArn,
    }),
  ),
);
const startTime = Date.now();
await events.send(new PutEventsCommand({ Entries: [{ Source: 'shop', DetailType: 'Order', Detail: '{"id":7,"total":120}' }] }));

for (let tries = 0; tries < 50; tries++) {
  const { events: lines = [] } = await logs
    .send(new FilterLogEventsCommand({ logGroupName: '/aws/lambda/on-order', startTime }))
    .catch(() => ({ events: [] }));
  const line = lines.find(({ message }) => message.includes('Order 7'));
  if (line) {
    console.log(line.message.trim());
    process.exit(0);
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.error('The line did not come: `npx emulator logs` tells why.');
process.exit(1);
