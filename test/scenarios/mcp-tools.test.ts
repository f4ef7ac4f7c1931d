// Every tool for agents, called by the official client of the Model Context Protocol over each transport.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';

const project = mkdtempSync(join(tmpdir(), 'mcp-tools-'));
writeFileSync(
  join(project, 'template.yaml'),
  `Resources:
  Orders: { Type: AWS::SQS::Queue, Properties: { QueueName: orders } }
  Price:
    Type: AWS::Lambda::Function
    Properties:
      FunctionName: price
      Runtime: nodejs20.x
      Handler: index.handler
      Role: arn:aws:iam::000000000000:role/price
      Code: { ZipFile: "exports.handler = async (order) => ({ price: order.total * 2 });" }
`,
);

/** In this order: the input of each tool, and what its answer has. `$id` is the id of the invocation. */
const CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, expected: RegExp])[] = [
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
/** Their servers are part of the emulator. */
const ONLY_FROM_OUTSIDE = ['start', 'stop'];

let emulator: ChildEmulator;
beforeAll(async () => {
  emulator = await startChild({ MCP_SERVER: 'on', DATA_DIR: join(project, '.data') }, [], ['env', '-C', project]);
});
afterAll(() => emulator.kill('SIGKILL'));

const TRANSPORTS = {
  HTTP: async () => new StreamableHTTPClientTransport(new URL(`${emulator.url}/_emulator/mcp`)),
  pipes: async () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [...(await commandWords()), 'mcp', '--endpoint', emulator.url],
      cwd: project,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: join(project, '.data') },
    }),
};

describe.each(Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[])('over %s', (name) => {
  const left = name === 'HTTP' ? ONLY_FROM_OUTSIDE : [];
  const calls = CALLS.filter(([tool]) => !left.includes(tool));
  let client: Client;
  let requestId = '';
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' });
    await client.connect(await TRANSPORTS[name]());
  });
  afterAll(() => client.close());

  it('has these tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name).sort()).toEqual([...new Set(calls.map(([tool]) => tool))].sort());
  });

  it.each(calls)('calls %s', async (tool, input, expected) => {
    const given = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === '$id' ? requestId : value]));
    const { content } = await client.callTool({ name: tool, arguments: given });
    const text = (content as { text: string }[]).map((piece) => piece.text).join('');
    expect(text).toMatch(expected);
    if (tool === 'invoke') requestId = await lastInvocation();
  });

  it('has the documentation, and prompts', async () => {
    if (name === 'pipes') return;
    const { contents } = await client.readResource({ uri: 'docs://agents' });
    expect((contents[0] as { text: string }).text).toContain('MCP_SERVER');
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(1);
  });
});

async function lastInvocation(): Promise<string> {
  const lines = (await (await fetch(`${emulator.url}/_emulator/traces`)).text()).split('\n');
  return (JSON.parse(lines.findLast((line) => line.includes('Invoke'))!) as { id: string }).id;
}
