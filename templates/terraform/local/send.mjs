// Sends an order to the bus: `npm run send`, or with an order of your own, `npm run send -- '{"id":8,"items":[]}'`.
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';

// The SDK's word on versions of Node.js to come would stand above what this prints.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const client = new EventBridgeClient({
  endpoint: process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const Detail = process.argv[2] ?? '{"id":7,"items":[{"price":60,"count":2}]}';
const Entries = [{ EventBusName: '{{name}}', Source: 'shop', DetailType: 'OrderPlaced', Detail }];
console.log((await client.send(new PutEventsCommand({ Entries }))).Entries[0]);
