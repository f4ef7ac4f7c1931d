// The server of one client that speaks the Model Context Protocol: tools, pages of the documentation as resources, and prompts.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { cutText } from './cut-text.ts';
import { addPages } from './pages.ts';
import { addPrompts } from './prompts.ts';
import type { Tool, ToolAnswer, ToolContext } from './tool.ts';
import { type ContextOptions, createToolContext } from './tool-context.ts';
import { TOOLS } from './tools/tools.ts';

export interface McpOptions extends Pick<ContextOptions, 'url' | 'program' | 'ask'> {
  /** The folder of the project, where the client names none. */
  readonly root: string;
  /** Whether folders that the client names count; a client that is not on this machine may not. */
  readonly takesRoots: boolean;
  /** Only tools that change nothing. */
  readonly readOnly: boolean;
  /** The server is part of the emulator: no tool starts or stops that. */
  readonly isWithin: boolean;
}

const INSTRUCTIONS = `A local emulator of a public cloud's serverless APIs. Usual order: status (start), deploy, then invoke or send, then why.
After anything failed, or did not happen, call "why": it has the root cause and the command that mends it. "call" reaches every operation by name.
Nothing here reaches the real cloud.`;

/** The client is served once this resolves; `gone` resolves when it has left. */
export async function serveClient(transport: Transport, options: McpOptions): Promise<{ readonly gone: Promise<void> }> {
  const gone = new AbortController();
  const server = new McpServer({ name: 'cloud-emulator', version: VERSION }, { instructions: INSTRUCTIONS });
  const context = createToolContext({
    ...{ url: options.url, program: options.program, ask: options.ask, signal: gone.signal },
    folders: async () => (options.takesRoots ? await rootsOf(server, options.root) : [options.root]),
  });
  for (const tool of TOOLS) if (isOffered(tool, options)) addTool(server, tool, context);
  addPages(server);
  addPrompts(server);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = () => resolve();
  });
  await server.connect(transport);
  return { gone: closed.then(() => gone.abort()) };
}

const isOffered = ({ effect, isFromOutside }: Tool, { readOnly, isWithin }: McpOptions): boolean =>
  (!readOnly || effect === 'reads') && !(isFromOutside === true && isWithin);

function addTool(server: McpServer, { name, title, description, effect, input, run }: Tool, context: ToolContext): void {
  const annotations = { readOnlyHint: effect === 'reads', destructiveHint: effect === 'destroys', openWorldHint: false };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given: Record<string, unknown>) => {
    const { text, failed = false } = await run(given, context).catch(refused);
    return { content: [{ type: 'text' as const, text: cutText(text) }], isError: failed };
  });
}

function refused(error: unknown): ToolAnswer {
  if (!(error instanceof EmulatorError)) throw error;
  const start = error.code === 'NOT_RUNNING' ? ' The tool `start` starts one.' : '';
  return { text: `${error.code}: ${error.message}${start}${error.hint ? `\n${error.hint}` : ''}`, failed: true };
}

/** The client's folders on this machine, where it names some. */
async function rootsOf(server: McpServer, root: string): Promise<readonly string[]> {
  if (!server.server.getClientCapabilities()?.roots) return [root];
  const { roots } = await server.server.listRoots();
  const folders = roots.filter(({ uri }) => uri.startsWith('file://')).map(({ uri }) => decodeURIComponent(new URL(uri).pathname));
  return folders.length > 0 ? folders : [root];
}
