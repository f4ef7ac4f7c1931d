// `/_emulator/mcp`: tools for agents, by the Model Context Protocol.
import { AGENTS_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { answer, type ManagementRoute, refusal } from './route.ts';

const MESSAGE = { type: 'object', additionalProperties: true } as const;

export const AGENT_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: '/_emulator/mcp',
    effect: 'changes',
    schema: {
      title: 'Answers an agent',
      description:
        'Answers a message of the Model Context Protocol (streamable HTTP, without sessions): the tools of `emulator mcp`, but `start` and `stop`. Off unless `MCP_SERVER` is `on` or ' +
        '`read-only`. Tools read files of the folder in which the emulator was started. [For agents](agents.md) lists the tools.',
      body: MESSAGE,
      response: {
        200: answer('The answer to a request, as an event of a stream.', MESSAGE, 'text/event-stream'),
        404: refusal('`AGENTS_MISSING`: no agents are served over HTTP.'),
      },
    },
    examples: [{ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
    async handler({ raw, body }, reply, { agents }) {
      if (!agents)
        throw new EmulatorError(AGENTS_MISSING, 'No agents are served over HTTP.', {
          hint: 'Start the emulator with MCP_SERVER=on, or MCP_SERVER=read-only; `emulator mcp` serves them over pipes without it.',
        });
      reply.hijack();
      await (await agents())(raw, reply.raw, body);
    },
  },
];
