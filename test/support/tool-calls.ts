// One call of each tool for agents, and the project in which they are made.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TEMPLATE = `Resources:
  Orders: { Type: AWS::SQS::Queue, Properties: { QueueName: orders } }
  Price:
    Type: AWS::Lambda::Function
    Properties:
      FunctionName: price
      Runtime: nodejs20.x
      Handler: index.handler
      Role: arn:aws:iam::000000000000:role/price
      Code: { ZipFile: "exports.handler = async (order) => ({ price: order.total * 2 });" }
`;

/** A new folder with a template. */
export function toolProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-tools-'));
  writeFileSync(join(folder, 'template.yaml'), TEMPLATE);
  return folder;
}

/** In this order: the input of each tool, and what its answer has. `$id` is the id of the invocation. */
export const TOOL_CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, expected: RegExp])[] = [
  ['start', {}, /"started":false/],
  ['status', {}, /"status":"ok"/],
  ['plan', { stackName: 'shop' }, /Orders/],
  ['deploy', { stackName: 'shop' }, /CREATE_COMPLETE|UPDATE_COMPLETE|"unchanged"|no changes/i],
  ['deploy_app', { tool: 'cdk', plan: true }, /CDK_NOT_FOUND/],
  ['resources', { type: 'AWS::SQS::Queue' }, /orders/],
  ['describe', { type: 'AWS::Lambda::Function', identifier: 'price' }, /nodejs20\.x/],
  ['describe', { arn: 'arn:aws:lambda:us-east-1:000000000000:function:price' }, /AWS::Lambda::Function.*nodejs20\.x/],
  ['describe', {}, /Give `arn`, or `type` and `identifier`/],
  ['invoke', { function: 'price', event: { total: 21 } }, /42/],
  ['call', { service: 'sqs', operation: 'GetQueueUrl', input: { QueueName: 'orders' } }, /000000000000\/orders/],
  ['send', { kind: 'message', to: 'http://127.0.0.1/000000000000/orders', body: { id: 7 } }, /MessageId/],
  ['why', {}, /\[|\{/],
  ['logs', { functions: ['price'] }, /START|REPORT/],
  ['events', {}, /^(Done\.|\[\]|\{.*\}|)$/s],
  ['explain_event', { id: 'e-1' }, /EVENT|no event/i],
  ['test_pattern', { pattern: { source: ['shop'] }, event: { source: 'shop' } }, /true/],
  ['executions', {}, /\[\]|executions/],
  ['trace', { id: '$id' }, /price/],
  ['replay', { id: '$id' }, /"status":200/],
  ['map', {}, /orders/],
  ['policy', {}, /IDENTITY_MISSING|\[/],
  ['metrics', {}, /\[|\{|Done/],
  ['doctor', {}, /findings|checks|\[/],
  ['clock', { advance: '1m' }, /"now"/],
  ['faults', { action: 'add', calls: 'sqs.SendMessage', error: 'ThrottlingException', times: 1 }, /fault-/],
  ['stub', { action: 'add', call: 'rekognition.DetectLabels', answer: { Labels: [] } }, /DetectLabels/],
  ['snapshot', { action: 'list' }, /\[|snapshots/],
  ['delete_stack', { stack: 'shop' }, /DELETE_COMPLETE|deleted/i],
  ['reset', {}, /./],
  ['stop', {}, /stopped|Done/i],
];

/** The id of the last invocation of a function, from the emulator's traces. */
export async function lastInvocation(url: string): Promise<string> {
  const lines = (await (await fetch(`${url}/_emulator/traces`)).text()).split('\n');
  return (JSON.parse(lines.findLast((line) => line.includes('Invoke'))!) as { id: string }).id;
}

/** An input in which `$id` is that id. */
export const withId = (input: Record<string, unknown>, id: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === '$id' ? id : value]));
