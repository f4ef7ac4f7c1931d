// Prompts that clients offer to people.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const ask = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'find-out-why',
    {
      title: 'Find out why',
      description: 'Finds the root cause of something that failed or did not happen, mends it, and proves it.',
      argsSchema: { what: z.string().describe('What failed or did not happen, in your words.') },
    },
    ({ what }) =>
      ask(`In the local cloud emulator this failed or did not happen: ${what}
1. Call "why" without a subject, then with the resource concerned; read the root cause and the remedy. For an event that no rule took, call "explain_event".
2. Say the cause in one sentence, and which line of code, template or policy it follows from.
3. Propose the smallest change to the project's own files. After it is made, deploy, repeat what failed by "invoke" or "send", and show by "why" and "logs" that it works.`),
  );
  server.registerPrompt(
    'write-a-test',
    {
      title: 'Write a test for a function',
      description: 'Writes a test of a function that runs in an emulator of its own.',
      argsSchema: { function: z.string().describe('The function, or the file of its handler.') },
    },
    ({ function: name }) =>
      ask(`Write a test for the function ${name} with this project's test runner.
Read docs://testing first: useEmulator starts an emulator for the tests, with a clock that moves on request, and prints the causes of failures below an assertion.
Test what the function does to other resources (messages, items, events), not only its answer; one case for bad input; no sleeping: wait for states or move the clock.`),
  );
}
