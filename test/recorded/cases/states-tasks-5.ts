// Recorded answers about tasks of the state machines service: redrives of Express executions, logs of functions.
import { call, json, localstack, type RecordedCase, type RecordedCases } from '../case.ts';
import { createFunction, settled } from '../functions.ts';
import { createMachine, definitionOf, run } from '../states-steps.ts';

const LOGS = 'arn:aws:logs:us-east-1:{account}:log-group:/aws/vendedlogs/{id}:*';

const cases: RecordedCase[] = [
  {
    title: 'an Express execution that nobody waits for tells its redrives',
    source: localstack('stepfunctions/v2/express/test_express_async.py::TestExpressAsync::test_query_runtime_memory'),
    recorded: '2024-07',
    steps: [
      call('logs.CreateLogGroup', { logGroupName: '/aws/vendedlogs/{id}' }),
      createMachine(definitionOf({ Say: { Type: 'Pass', Parameters: { 'told.$': '$$.Execution.RedriveCount' }, End: true } }), {
        type: 'EXPRESS',
        loggingConfiguration: {
          level: 'ALL',
          includeExecutionData: true,
          destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: LOGS } }],
        },
      }),
      call('states.StartExecution', { stateMachineArn: '{machine.stateMachineArn}' }),
      { wait: '2s' },
      call(
        'logs.FilterLogEvents',
        { logGroupName: '/aws/vendedlogs/{id}', filterPattern: 'ExecutionSucceeded' },
        { contains: { events: [{ message: /told[^0-9]+0/ }] } },
      ),
    ],
  },
  {
    title: 'the log of a function that is asked for is among the headers of its answer',
    source: localstack('stepfunctions/v2/services/test_lambda_task_service.py::TestTaskServiceLambda::test_invoke_unsupported_param'),
    recorded: '2025-11',
    steps: [
      createFunction({ FunctionName: 'f-{id}' }),
      settled,
      createMachine(
        definitionOf({
          Call: {
            ...{ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true },
            ...{ QueryLanguage: 'JSONata', Arguments: { FunctionName: 'f-{id}', Payload: {}, LogType: 'Tail' } },
            Output: '{% $states.result.LogResult = $states.result.SdkHttpMetadata.HttpHeaders.`X-Amz-Log-Result` %}',
          },
        }),
      ),
      ...run({}, { status: 'SUCCEEDED', output: json(true) }),
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases };
