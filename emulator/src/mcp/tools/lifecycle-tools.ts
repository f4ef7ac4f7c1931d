// Tools for the emulator itself: whether it runs, its clock, faults, and its state.
import { z } from 'zod';
import { given, option, type Tool, tool } from '#mcp/tool';

export const LIFECYCLE_TOOLS: readonly Tool[] = [
  tool({
    name: 'status',
    title: 'Status of the emulator',
    description:
      'Tells whether an emulator answers, its version, whether state is kept, and which services are in use. Call `start` where none answers.',
    effect: 'reads',
    input: {},
    run: (_input, { command }) => command(['status', '--json']),
  }),
  tool({
    name: 'start',
    title: 'Start the emulator',
    description: 'Starts an emulator in the background where none answers, and tells its address. Then `deploy`, or `call` any operation.',
    effect: 'changes',
    isFromOutside: true,
    input: {},
    run: (_input, { command }) => command(['start', '--background', '--json']),
  }),
  tool({
    name: 'stop',
    title: 'Stop the emulator',
    description: 'Stops the emulator. State that is not kept (see `status`) is lost.',
    effect: 'destroys',
    isFromOutside: true,
    input: {},
    run: (_input, { command }) => command(['stop']),
  }),
  tool({
    name: 'reset',
    title: 'Remove everything',
    description: 'Removes all resources and data of all accounts; the emulator goes on. `snapshot` saves them before.',
    effect: 'destroys',
    input: {},
    run: (_input, { ask }) => ask('/_emulator/state/reset', {}),
  }),
  tool({
    name: 'clock',
    title: "The emulator's clock",
    description:
      'Tells the time of the emulator, or moves it on: schedules, delays, retries, time-outs and alarms that fall due on the way happen, in order. Then `why`, `events` or `logs`.',
    effect: 'changes',
    input: {
      advance: z.string().optional().describe('By how much: `90s`, `5m`, `2h`, `7d`; without it the time is only told.'),
    },
    run: ({ advance }, { ask }) => (advance === undefined ? ask('/_emulator/clock') : ask('/_emulator/clock', { advance })),
  }),
  tool({
    name: 'faults',
    title: 'Faults that are injected',
    description:
      'Makes calls fail or wait, to see what an application does then; lists such faults, or ends them all. `why` shows what they met.',
    effect: 'changes',
    input: {
      action: z.enum(['add', 'list', 'clear']),
      calls: z.string().optional().describe('For `add`: a service or one of its operations: `sqs`, `sqs.SendMessage`, `*`.'),
      error: z.string().optional().describe('For `add`: code of the error that is answered: `ThrottlingException`.'),
      delay: z.string().optional().describe('For `add`: how long calls wait: `200ms`, `2s`.'),
      times: z.number().int().positive().optional().describe('For `add`: how many calls at most.'),
    },
    run: ({ action, calls, error, delay, times }, { command }) => {
      if (action !== 'add') return command(['fault', action, '--json']);
      const how = [...option('--error', error), ...option('--delay', delay), ...option('--times', times)];
      return command(['fault', 'add', ...how, '--json'], { operands: [calls ?? '*'] });
    },
  }),
  tool({
    name: 'stub',
    title: 'Answers for what is not emulated',
    description:
      'Lets a service or an operation that is not emulated answer what you give, so that a program goes on; lists such stubs and what was called in vain, by whom; or removes them.',
    effect: 'changes',
    input: {
      action: z.enum(['add', 'list', 'remove']),
      call: z.string().optional().describe('`rekognition.DetectLabels`; for a REST API without a model `mq.GET /v1/brokers`.'),
      answer: z.record(z.string(), z.unknown()).optional().describe('For `add`: the output of the operation, in the names of the API.'),
    },
    run: ({ action, call, answer = {} }, { ask }) => {
      if (action === 'list') return ask('/_emulator/stubs');
      if (action === 'add') return ask('/_emulator/stubs', { call, answer });
      return ask(`/_emulator/stubs${call === undefined ? '' : `?${new URLSearchParams({ call }).toString()}`}`, undefined, 'DELETE');
    },
  }),
  tool({
    name: 'snapshot',
    title: 'Saved states',
    description: 'Saves the whole state under a name, goes back to it, lists saved states, or tells which records changed since.',
    effect: 'destroys',
    input: {
      action: z.enum(['save', 'restore', 'list', 'diff', 'delete']),
      name: z.string().optional().describe('For all but `list`: letters, digits, `.`, `_` and `-`.'),
    },
    run: ({ action, name }, { command }) => command(['snapshot', action, '--json'], { operands: given(name) }),
  }),
];
