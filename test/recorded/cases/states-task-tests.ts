// Recorded answers of the service of state machines where a task is tested: its handlers, and its context object.
import { ANY, json, type RecordedCase, type RecordedCases } from '../case.ts';
import { ROLE } from '../states-steps.ts';
import { configured, ERROR, HELLO, inContext, mockedError, mockedResult, scenario, tested } from '../tested-state-steps.ts';

const ONE = { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } };
const INVOKE = { QueryLanguage: 'JSONata', Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };
const CALLED = { FunctionName: 'work', Payload: 'bar' };
const CONTEXT = { Execution: { Input: { values: ['a', 'b'] } }, State: {}, StateMachine: {} };

const tasks: RecordedCase[] = [
  {
    title: 'a mocked failure is retried while the retrier has attempts left',
    source: configured('test_state_configuration_retrier_retry_count'),
    recorded: '2026-01',
    steps: [[4, 'RETRIABLE', { retryIndex: 0, retryBackoffIntervalSeconds: 16 }] as const, [5, 'FAILED', { retryIndex: 0 }] as const].map(
      ([retrierRetryCount, status, errorDetails]) =>
        tested({
          state: {
            ...{ ...INVOKE, Arguments: CALLED },
            Retry: [{ ErrorEquals: ['MockException'], IntervalSeconds: 1, MaxAttempts: 5, BackoffRate: 2 }],
          },
          ...{ input: HELLO, more: { ...mockedError, stateConfiguration: { retrierRetryCount } } },
          data: { afterArguments: CALLED, errorDetails },
          answer: { status, ...ERROR },
        }),
    ),
  },
  {
    title: 'a mocked failure is caught by the catcher that names it',
    source: scenario('test_state_task_catch_error'),
    recorded: '2026-01',
    steps: [
      tested({
        state: {
          ...{ ...INVOKE, Arguments: CALLED },
          Catch: ['States.Timeout', 'MockException'].map((name) => ({
            ErrorEquals: [name],
            Output: '{% $states.errorOutput %}',
            Next: name,
          })),
        },
        ...{ input: HELLO, more: mockedError, output: { Error: ERROR.error, Cause: ERROR.cause } },
        data: { afterArguments: CALLED, errorDetails: { catchIndex: 1 } },
        answer: { status: 'CAUGHT_ERROR', nextState: 'MockException', ...ERROR },
      }),
    ],
  },
  {
    title: 'the context object of a test takes the place of the whole',
    source: `${inContext('test_state_task_context_object')}, …test_state_context_object_edge_cases, …test_state_map_context_object`,
    recorded: '2025-12',
    steps: [
      ...[CONTEXT, {}].map((context) =>
        tested({
          state: { ...INVOKE, QueryLanguage: 'JSONPath', ResultSelector: { 'context.$': '$$' } },
          more: { ...mockedResult({ done: true }), context: JSON.stringify(context) },
          output: { context },
          data: {
            ...{ afterInputPath: {}, afterParameters: {}, result: { done: true } },
            ...{ afterResultSelector: { context }, afterResultPath: { context } },
          },
        }),
      ),
      tested({
        state: { Type: 'Map', ItemsPath: '$$.Execution.Input', ItemProcessor: ONE, End: true },
        more: { ...mockedResult(['A']), context: JSON.stringify(CONTEXT) },
        data: { afterInputPath: {} },
        answer: { status: 'FAILED', error: 'States.Runtime', cause: 'Reference path "$.Execution.Input" must point to array.' },
      }),
    ],
  },
  {
    title: 'the context object of a test without one is that of an Express execution, and calls the state StateName',
    source: configured('test_map_state_failure_count'),
    recorded: '2026-01',
    steps: [
      {
        call: 'states.TestState',
        input: {
          definition: JSON.stringify({ ...INVOKE, Output: '{% $states.context %}' }),
          ...{ input: '{"a":1}', roleArn: ROLE, ...mockedResult({ done: true }) },
        },
        answer: {
          status: 'SUCCEEDED',
          output: json({
            Execution: { Id: ANY, Input: { a: 1 }, Name: ANY, RoleArn: ROLE, StartTime: ANY },
            StateMachine: { Id: ANY, Name: ANY },
            State: { Name: 'StateName', EnteredTime: ANY, RetryCount: 0 },
          }),
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: tasks };
