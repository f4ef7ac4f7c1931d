// Sends an order to the queue: `npm run send`, or with an order of your own, `npm run send -- '{"id":8,"items":[]}'`.
import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

// The SDK's word on versions of Node.js to come would stand above what this prints.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const client = new SQSClient({
  endpoint: process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: '{{name}}-orders' }));
const MessageBody = process.argv[2] ?? '{"id":7,"items":[{"price":60,"count":2}]}';
const { MessageId } = await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
console.log(`Sent, as the message ${MessageId}.`);
