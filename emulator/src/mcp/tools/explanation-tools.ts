// Tools that tell what happened, and why.
import { z } from 'zod';
import { given, option, type Tool, tool } from '#mcp/tool';

const since = z.string().optional().describe('Only what happened in the last `90s`, `5m`, `2h`.');

export const EXPLANATION_TOOLS: readonly Tool[] = [
  tool({
    name: 'why',
    title: 'Why it failed',
    description:
      'The first tool after anything failed or did not happen: the last failures with their root cause and the command that mends each; with a subject, what became of it lately, and which rules did not take an event and why.',
    effect: 'reads',
    input: {
      subject: z
        .string()
        .optional()
        .describe('A function, queue, rule, stack, machine, ARN, id of a request, message, event or execution, or `GET /path` of an API.'),
      since,
    },
    run: ({ subject, since: from }, { command }) =>
      command(['why', ...option('--since', from), '--json'], { operands: given(subject), oneIsAnswer: true }),
  }),
  tool({
    name: 'logs',
    title: 'Logs',
    description: "Log lines of functions (by name or logical id), or the emulator's own without names.",
    effect: 'reads',
    input: {
      functions: z.array(z.string()).default([]),
      lines: z.number().int().positive().max(1000).default(100),
      filter: z.string().optional().describe('Only lines that contain the text.'),
      since,
    },
    run: ({ functions, lines, filter, since: from }, { command }) =>
      command(['logs', ...option('--lines', lines), ...option('--filter', filter), ...option('--since', from), '--json'], {
        operands: functions,
      }),
  }),
  tool({
    name: 'explain_event',
    title: 'Explain an event',
    description:
      'Which rules took an event, why the others did not, field by field, and what became of its deliveries. `events` lists ids.',
    effect: 'reads',
    input: { id: z.string().describe('As PutEvents answers it.') },
    run: ({ id }, { command }) => command(['events', 'explain', '--json'], { operands: [id] }),
  }),
  tool({
    name: 'test_pattern',
    title: 'Test an event pattern',
    description: 'Tells whether an event matches a pattern, field by field; needs no emulator.',
    effect: 'reads',
    input: { pattern: z.record(z.string(), z.unknown()), event: z.record(z.string(), z.unknown()) },
    run: ({ pattern, event }, { command }) =>
      command(['events', 'test', '--json'], { operands: [JSON.stringify(pattern), JSON.stringify(event)], oneIsAnswer: true }),
  }),
  tool({
    name: 'events',
    title: 'Last events',
    description: 'The last events of all buses, with the rules that took each. `explain_event` tells more of one.',
    effect: 'reads',
    input: { lines: z.number().int().positive().max(200).default(20) },
    run: ({ lines }, { command }) => command(['events', 'tail', ...option('--lines', lines), '--json']),
  }),
  tool({
    name: 'executions',
    title: 'Executions of state machines',
    description:
      'Lists executions, the latest first; with `show`, the run of one as a tree of its states: what each was given and gave, and why it failed.',
    effect: 'reads',
    input: {
      machine: z.string().optional().describe('Name or ARN of a state machine.'),
      show: z.string().optional().describe('ARN or name of an execution, or a machine that has one.'),
    },
    run: ({ machine, show }, { command }) =>
      show === undefined
        ? command(['executions', 'list', '--json'], { operands: given(machine) })
        : command(['executions', 'show', '--json'], { operands: [show], oneIsAnswer: true }),
  }),
  tool({
    name: 'trace',
    title: 'One request, step by step',
    description:
      'Everything that followed from one request, in order, over queues, streams and events: calls, deliveries, functions, failures.',
    effect: 'reads',
    input: { id: z.string().describe('The id of the request, or its first eight characters.') },
    run: ({ id }, { ask }) => ask(`/_emulator/traces/${encodeURIComponent(id)}`),
  }),
  tool({
    name: 'map',
    title: 'What calls what',
    description:
      'Functions, queues, rules, tables … and who called or delivered to whom in the last requests, with counts, failures and times. `trace` has one request, `why` what failed.',
    effect: 'reads',
    input: {
      stack: z.string().optional().describe('Only this stack, and what it calls or is called by.'),
      region: z.string().optional(),
      since,
    },
    run: ({ stack, region, since: from }, { command }) =>
      command(['map', '--format=json', ...option('--stack', stack), ...option('--region', region), ...option('--since', from)]),
  }),
  tool({
    name: 'policy',
    title: 'What a role needed',
    description:
      'The smallest policy that a role, a user, a function or a stack needed for what it has done, what it may do and never did, and what it lacks. Calls are told apart where `IAM_ENFORCEMENT` is `warn` or `enforce`.',
    effect: 'reads',
    input: {
      subject: z.string().optional().describe('A role, user, function or stack, by name or ARN; by default all that have called.'),
      format: z
        .enum(['json', 'cdk', 'terraform', 'sam'])
        .optional()
        .describe('The policy alone, in this language; by default all that is known, as JSON.'),
      since,
    },
    run: ({ subject, format, since: from }, { command }) =>
      command(['policy', ...option('--since', from), ...(format === undefined ? ['--json'] : option('--format', format))], {
        operands: given(subject),
      }),
  }),
  tool({
    name: 'replay',
    title: 'Send a request again',
    description:
      'Sends the request with that id again, as it was or with another input (message, event detail, body), and answers what was answered then and now: to prove that a change mended it. What `send` and `call` did is not kept: call them again.',
    effect: 'changes',
    input: {
      id: z.string().describe('The id of the request, as `why` and `trace` have it.'),
      input: z.string().optional().describe('Another body; by default that of the request.'),
    },
    run: ({ id, input }, { ask }) => ask(`/_emulator/traces/${encodeURIComponent(id)}/replay`, input === undefined ? {} : { input }),
  }),
  tool({
    name: 'metrics',
    title: 'Metrics',
    description: 'Metrics with the values of their last minute.',
    effect: 'reads',
    input: { namespace: z.string().optional().describe('`AWS/SQS`, or its beginning.') },
    run: ({ namespace }, { command }) => command(['metrics', '--json'], { operands: given(namespace) }),
  }),
  tool({
    name: 'doctor',
    title: 'Check the machine and the app',
    description: 'Looks for what will not work: missing runtimes, functions that fail, roles that are not there, rules without effect.',
    effect: 'reads',
    input: {},
    run: (_input, { command }) => command(['doctor', '--json'], { oneIsAnswer: true }),
  }),
];
