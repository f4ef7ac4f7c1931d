// `emulator mcp`: serves tools for agents on stdin and stdout, and writes the settings with which their editors start it.
import { resolve } from 'node:path';
import { CLIENTS, settingsText, writeSettings } from '#cli/client-settings';
import { ask, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';

interface McpCommandOptions {
  readonly root?: string;
  readonly readOnly?: boolean;
  readonly endpoint?: string;
}

/** Ends when the client closes stdin. */
export async function mcp({ root, readOnly = false, endpoint: given }: McpCommandOptions): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { serveClient } = await import('#mcp/mcp-server');
  const transport = new StdioServerTransport();
  process.stdin.once('end', () => void transport.close());
  const { gone } = await serveClient(transport, {
    ...{ url: endpoint(given), ask, isWithin: false },
    program: [...process.execArgv, process.argv[1]!],
    root: resolve(root ?? '.'),
    takesRoots: root === undefined,
    readOnly,
  });
  await gone;
}

interface InitOptions {
  readonly write?: boolean;
  readonly root?: string;
  readonly json?: boolean;
}

/** Prints the settings of a client, or of all; with `write` it writes them into the project. @throws EmulatorError SETTINGS_INVALID */
export function mcpInit(client: string | undefined, { write, json, root = '.' }: InitOptions): void {
  const all: object[] = [];
  for (const [name, settings] of Object.entries(CLIENTS)) {
    if (client !== undefined && name !== client) continue;
    const written = write ? writeSettings(settings, resolve(root)) : undefined;
    if (json) all.push({ client: name, file: written ?? settings.file, settings: JSON.parse(settingsText(settings)) as object });
    else if (written !== undefined) print(`Wrote ${written}.`);
    else print(`${client === undefined ? `${name}: ` : ''}${settings.file}\n${settingsText(settings)}`);
  }
  if (json) print(JSON.stringify({ clients: all }));
}
