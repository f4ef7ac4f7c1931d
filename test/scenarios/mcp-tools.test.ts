// Every tool for agents, called by the official client of the Model Context Protocol over each transport.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { lastInvocation, TOOL_CALLS, toolProject, withId } from '../support/tool-calls.ts';

const project = toolProject();
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
  const calls = TOOL_CALLS.filter(([tool]) => !left.includes(tool));
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
    const { content } = await client.callTool({ name: tool, arguments: withId(input, requestId) });
    const text = (content as { text: string }[]).map((piece) => piece.text).join('');
    expect(text).toMatch(expected);
    if (tool === 'invoke') requestId = await lastInvocation(emulator.url);
  });

  it('has the documentation, and prompts', async () => {
    if (name === 'pipes') return;
    const { contents } = await client.readResource({ uri: 'docs://agents' });
    expect((contents[0] as { text: string }).text).toContain('MCP_SERVER');
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(1);
  });
});
