// Every tool for agents, called by the official inspector of the Model Context Protocol, each by a server of its own over pipes.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { lastInvocation, TOOL_CALLS, toolProject, withId } from '../support/tool-calls.ts';

/** With the Node.js that it asks for. */
const PACKAGES = ['@modelcontextprotocol/inspector@2.12.0', 'node@22'];

const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function whyNoInspector(): Promise<string | undefined> {
  const long = whyNoLongScenario();
  if (long !== undefined) return long;
  const words = ['install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=20000', ...PACKAGES];
  return promisify(execFile)('npm', words).then(
    () => undefined,
    () => 'needs a package registry: the inspector could not be installed',
  );
}
const lacking = await whyNoInspector();

describe.skipIf(isMissing('the inspector of tools for agents', lacking))('the inspector', () => {
  const project = toolProject();
  let emulator: ChildEmulator;
  let requestId = '';
  beforeAll(async () => {
    emulator = await startChild({ DATA_DIR: join(project, '.data') }, [], ['env', '-C', project]);
  });
  afterAll(() => emulator.kill('SIGKILL'));

  async function inspect(...words: string[]): Promise<{ said: string; code: number }> {
    const server = [process.execPath, ...(await commandWords()), 'mcp', '--endpoint', emulator.url, '--root', project];
    const bins = join(folder, 'node_modules/.bin');
    const all = [
      join(bins, 'mcp-inspector'),
      '--cli',
      '--cwd',
      project,
      '-e',
      `DATA_DIR=${join(project, '.data')}`,
      ...words,
      '--',
      ...server,
    ];
    const env = { PATH: process.env['PATH'], HOME: folder };
    return await promisify(execFile)(join(bins, 'node'), all, { env, maxBuffer: 1 << 24 }).then(
      ({ stdout }) => ({ said: stdout, code: 0 }),
      ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ said: stdout || stderr, code }),
    );
  }

  it('finds no fault with the schemas of the tools', async () => {
    const { said, code } = await inspect('--method', 'tools/list', '--strict');
    expect(code, said).toBe(0);
    const { tools } = JSON.parse(said) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name).sort()).toEqual([...new Set(TOOL_CALLS.map(([tool]) => tool))].sort());
  });

  it.each(TOOL_CALLS)('calls %s', async (tool, input, expected) => {
    const given = Object.entries(withId(input, requestId)).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    // It ends with an error where the tool has answered with one.
    const { said } = await inspect('--method', 'tools/call', '--tool-name', tool, ...given.flatMap((pair) => ['--tool-arg', pair]));
    const { content } = JSON.parse(said) as { content: { text: string }[] };
    expect(content.map(({ text }) => text).join('')).toMatch(expected);
    if (tool === 'invoke') requestId = await lastInvocation(emulator.url);
  });
});
