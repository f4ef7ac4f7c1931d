// The pages of the documentation, as resources for agents.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { PACKAGE_ROOT } from '#lib/package-root';

const FOLDER = join(PACKAGE_ROOT, 'docs');

/** Each under `docs://<name>`. */
export function addPages(server: McpServer): void {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.md'))) {
    const name = file.slice(0, -'.md'.length);
    const uri = `docs://${name}`;
    server.registerResource(name, uri, { mimeType: 'text/markdown', description: `Documentation: ${name}` }, () => ({
      contents: [{ uri, mimeType: 'text/markdown', text: readFileSync(join(FOLDER, file), 'utf8') }],
    }));
  }
}
