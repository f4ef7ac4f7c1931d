// Tools for agents, called by the official client of the Model Context Protocol over the pipes of a process.
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { untilPasses } from '../support/until-passes.ts';

const project = mkdtempSync(join(tmpdir(), 'mcp-'));
/** An order that never arrives: the queue lets the rule's service in only for another rule. */
const template = (rule: string) => `Resources:
  Orders: { Type: AWS::SQS::Queue, Properties: { QueueName: orders } }
  Policy:
    Type: AWS::SQS::QueuePolicy
    Properties:
      Queues: [!Ref Orders]
      PolicyDocument:
        Statement:
          - Effect: Allow
            Principal: { Service: events.amazonaws.com }
            Action: sqs:SendMessage
            Resource: !GetAtt Orders.Arn
            Condition: { ArnEquals: { aws:SourceArn: ${rule} } }
  Placed:
    Type: AWS::Events::Rule
    Properties:
      Name: placed
      EventPattern: { source: [shop] }
      Targets: [{ Id: orders, Arn: !GetAtt Orders.Arn }]
`;
writeFileSync(join(project, 'template.yaml'), template('arn:aws:events:us-east-1:000000000000:rule/other'));

let emulator: ChildEmulator;
let client: Client;
let transport: StdioClientTransport;

async function connect(words: readonly string[] = [], folder = project): Promise<[Client, StdioClientTransport]> {
  const pipes = new StdioClientTransport({
    command: process.execPath,
    args: [...(await commandWords()), 'mcp', '--endpoint', emulator.url, ...words],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
  });
  const made = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
  made.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(project).href }] }));
  await made.connect(pipes);
  return [made, pipes];
}

async function use(name: string, input: Record<string, unknown> = {}, by = client): Promise<{ text: string; failed: boolean }> {
  const { content, isError } = await by.callTool({ name, arguments: input });
  return { text: (content as { text: string }[]).map(({ text }) => text).join(''), failed: isError === true };
}

beforeAll(async () => {
  emulator = await startChild();
  [client, transport] = await connect();
});
afterAll(async () => {
  await client.close();
  await emulator.kill('SIGKILL');
});

it('describes every tool by a schema, says what each may do, and what to call next', async () => {
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  for (const { name, description = '', inputSchema, annotations } of tools) {
    expect(description.length, name).toBeGreaterThan(20);
    expect(inputSchema.type, name).toBe('object');
    expect(annotations, name).toHaveProperty('readOnlyHint');
  }
  const page = readFileSync(new URL('../../emulator/docs/agents.md', import.meta.url), 'utf8');
  expect(tools.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
  const destroying = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
  expect(destroying.sort()).toEqual(['call', 'delete_stack', 'reset', 'snapshot', 'stop']);
});

it('finds why an order is lost, and proves that it no longer is', async () => {
  expect(await use('status')).toMatchObject({ failed: false });
  const planned = await use('plan', { stackName: 'shop' });
  expect(planned.text).toContain('Orders');
  const deployed = await use('deploy', { stackName: 'shop' });
  expect(deployed, deployed.text).toMatchObject({ failed: false });

  await use('send', { kind: 'event', to: 'default', body: { source: 'shop', 'detail-type': 'placed', detail: { id: 1 } } });
  const why = await untilPasses(async () => {
    const said = await use('why', {});
    expect(said.text).toContain('orders');
    return said;
  });
  expect(why.failed).toBe(false);
  expect(why.text).toContain('not authorized');

  writeFileSync(join(project, 'template.yaml'), template('!GetAtt Placed.Arn'));
  expect(await use('deploy', { stackName: 'shop' })).toMatchObject({ failed: false });
  await use('send', { kind: 'event', to: 'default', body: { source: 'shop', 'detail-type': 'placed', detail: { id: 2 } } });
  const [queue] = (JSON.parse((await use('call', { service: 'sqs', operation: 'ListQueues' })).text) as { output: { QueueUrls: string[] } })
    .output.QueueUrls;
  const received = await use('call', { service: 'sqs', operation: 'ReceiveMessage', input: { QueueUrl: queue, WaitTimeSeconds: 20 } });
  expect(received.text).toContain('\\"id\\":2');
});

it('lists and describes resources, and calls any operation', async () => {
  expect((await use('resources', { type: 'AWS::SQS::Queue' })).text).toContain('orders');
  expect((await use('call', { service: 's3', operation: 'CreateBucket', input: { Bucket: 'files' } })).failed).toBe(false);
  expect((await use('send', { kind: 'object', to: 'files/a/b.txt', body: 'text' })).failed).toBe(false);
  expect((await use('call', { service: 's3', operation: 'GetObject', input: { Bucket: 'files', Key: 'a/b.txt' } })).text).toContain(
    '"Body":"text"',
  );
  expect(await use('call', { service: 's3', operation: 'GetObject', input: { Bucket: 'files', Key: 'no' } })).toMatchObject({
    failed: true,
    text: expect.stringContaining('NoSuchKey') as string,
  });
});

describe('bad input', () => {
  it('is answered for every tool that has an input, with the member that is wrong', async () => {
    const { tools } = await client.listTools();
    const taking = tools.filter(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).length > 0);
    for (const { name, inputSchema } of taking) {
      const members = Object.keys(inputSchema.properties ?? {});
      const wrong = Object.fromEntries(members.map((member) => [member, [['no']]]));
      const said = await use(name, wrong);
      expect(said.failed, name).toBe(true);
      expect(
        members.some((member) => said.text.includes(member)),
        `${name}: ${said.text}`,
      ).toBe(true);
    }
  });

  it('is answered by the sentence of the schema', async () => {
    const said = await use('faults', { action: 'explode' });
    expect(said).toMatchObject({ failed: true, text: expect.stringMatching(/action/) as string });
  });

  it('names the nearest service, operation and member', async () => {
    expect((await use('call', { service: 'sqss', operation: 'ListQueues' })).text).toContain('Did you mean sqs?');
    expect((await use('call', { service: 'sqs', operation: 'ListQueue' })).text).toContain('Did you mean ListQueues?');
    expect((await use('call', { service: 'sqs', operation: 'CreateQueue', input: { QueueNam: 'x' } })).text).toContain(
      'Did you mean QueueName?',
    );
  });

  it('reads nothing outside of the project, links included', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'template.yaml'), 'Resources: {}');
    symlinkSync(outside, join(project, 'link'));
    for (const path of [outside, '../', 'link', 'link/template.yaml', '/etc/passwd'])
      expect((await use('deploy', { path })).text, path).toContain('PATH_OUTSIDE');
  });

  it('takes no options for names', async () => {
    for (const name of ['--event=/etc/passwd', '-e/etc/passwd'])
      expect((await use('invoke', { function: name })).text).toContain('FUNCTION_UNKNOWN');
  });

  it('sends HTTP requests to this emulator alone, and not to its own endpoints', async () => {
    for (const to of ['http://example.com/', `${emulator.url}/_emulator/stop`])
      expect(await use('send', { kind: 'http', to, body: { method: 'POST' } })).toMatchObject({ failed: true });
  });
});

it('has the documentation as resources, and prompts', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('docs://testing');
  const { contents } = await client.readResource({ uri: 'docs://why' });
  expect((contents[0] as { text: string }).text).toContain('emulator why');
  const { messages } = await client.getPrompt({ name: 'find-out-why', arguments: { what: 'the order' } });
  expect(JSON.stringify(messages)).toContain('the order');
});

it('has only tools that read with --read-only', async () => {
  const [reader] = await connect(['--read-only']);
  const { tools } = await reader.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(tools.map(({ name }) => name)).not.toContain('call');
  await reader.close();
});

it('ends when its client goes, in the middle of a command, too', async () => {
  const [other, pipes] = await connect();
  const { pid } = pipes;
  void other.callTool({ name: 'logs', arguments: {} }).catch(() => {});
  await other.close();
  await untilPasses(() => expect(() => process.kill(pid!, 0)).toThrow());
  expect(transport.pid).not.toBeNull();
});

it('writes its settings into those of an editor, and leaves what else is there', async () => {
  const { execFileSync } = await import('node:child_process');
  const run = async (...words: string[]) =>
    execFileSync(process.execPath, [...(await commandWords()), 'mcp', 'init', ...words], { cwd: project, encoding: 'utf8' });
  expect(await run('claude')).toContain('"mcpServers"');
  writeFileSync(join(project, '.mcp.json'), '{\n  // mine\n  "mcpServers": { "other": { "command": "x" } }\n}\n');
  await run('claude', '--write');
  const text = readFileSync(join(project, '.mcp.json'), 'utf8');
  expect(text).toContain('// mine');
  expect(text).toContain('"other"');
  expect(text).toContain('"cloud-emulator"');
});
