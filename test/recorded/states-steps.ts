// Steps that recorded cases of state machines share.
import { type JsonText, json, localstack, type RecordedCase, type Step } from './case.ts';

type State = Readonly<Record<string, unknown>>;

/** A machine of these states, of which the first is the start. */
export const definitionOf = (states: Readonly<Record<string, State>>, more: object = {}): string =>
  JSON.stringify({ StartAt: Object.keys(states)[0], States: states, ...more });

/** Makes the machine `{id}`, as `machine`. */
export const createMachine = (definition: string, more: object = {}): Step => ({
  call: 'states.CreateStateMachine',
  input: { name: '{id}', definition, roleArn: ROLE, ...more },
  as: 'machine',
});
export const ROLE = 'arn:aws:iam::{account}:role/machine';
export const stateMachineArn = '{machine.stateMachineArn}';

/** Runs the machine to its end, and compares what it answers. */
export const run = (
  input: unknown,
  contains: { readonly status: string; readonly output?: JsonText; readonly error?: string; cause?: string },
): Step[] => [
  { call: 'states.StartExecution', input: { stateMachineArn, input: JSON.stringify(input) }, as: 'execution' },
  { wait: '1s' },
  { call: 'states.DescribeExecution', input: { executionArn: '{execution.executionArn}' }, contains },
];

/** The types of all events of an execution, in their order, and the members that matter, by the numbers of the events. */
export const happens = (executionArn: string, types: string, details: Readonly<Record<number, object>> = {}): Step => ({
  call: 'states.GetExecutionHistory',
  input: { executionArn },
  contains: { events: types.split(' ').map((type, index) => ({ type, ...details[index + 1] })) },
});

/** The results of an expression for each input, which it reads as `$.FunctionInput`. */
export const evaluates = (expression: string, rows: Rows): Step[] => [
  createMachine(
    definitionOf({
      Each: {
        Type: 'Map',
        ItemsPath: '$',
        ItemSelector: { 'FunctionInput.$': '$$.Map.Item.Value' },
        ItemProcessor: {
          StartAt: 'Evaluate',
          States: { Evaluate: { Type: 'Pass', Parameters: { 'result.$': expression }, OutputPath: '$.result', End: true } },
        },
        End: true,
      },
    }),
  ),
  ...run(
    rows.map(([input]) => input),
    { status: 'SUCCEEDED', output: json(rows.map(([, result]) => result)) },
  ),
];

/** The same in JSONata, where the input is `$states.input`. */
export const evaluatesInJsonata = (expression: string, rows: Rows): Step[] => [
  createMachine(
    definitionOf(
      {
        Each: {
          Type: 'Map',
          Items: '{% $states.input %}',
          ItemProcessor: {
            StartAt: 'Evaluate',
            States: { Evaluate: { Type: 'Pass', Output: `{% ${expression} %}`, End: true } },
          },
          End: true,
        },
      },
      { QueryLanguage: 'JSONata' },
    ),
  ),
  ...run(
    rows.map(([input]) => input),
    { status: 'SUCCEEDED', output: json(rows.map(([, result]) => result)) },
  ),
];

export type Comparison = readonly [variable: unknown, value: unknown, holds: boolean];

/** Which way a choice goes; operators that end in `Path` read the value from the input. */
export const chooses = (operator: string, rows: readonly Comparison[]): Step[] => [
  createMachine(
    definitionOf({
      All: {
        Type: 'Parallel',
        Branches: rows.map(([, value], index) => ({
          StartAt: `Choose ${index}`,
          States: {
            [`Choose ${index}`]: {
              Type: 'Choice',
              Choices: [
                {
                  Variable: `$[${index}].Variable`,
                  [operator]: operator.endsWith('Path') ? `$[${index}].Value` : value,
                  Next: `Holds ${index}`,
                },
              ],
              Default: `Fails ${index}`,
            },
            [`Holds ${index}`]: { Type: 'Pass', Result: true, End: true },
            [`Fails ${index}`]: { Type: 'Pass', Result: false, End: true },
          },
        })),
        End: true,
      },
    }),
  ),
  ...run(
    rows.map(([Variable, Value]) => ({ Variable, Value })),
    { status: 'SUCCEEDED', output: json(rows.map(([, , holds]) => holds)) },
  ),
];

/** Inputs and what an expression makes of them. */
export type Rows = readonly (readonly [input: unknown, result: unknown])[];

/** A test of LocalStack's of functions in expressions. */
export const intrinsic = (name: string): string => localstack(`stepfunctions/v2/intrinsic_functions/${name}`);
export const evaluated = (title: string, source: string, recorded: string, expression: string, rows: Rows): RecordedCase => ({
  title,
  source: intrinsic(source),
  recorded,
  steps: evaluates(expression, rows),
});
export const inJsonata = (title: string, source: string, expression: string, rows: Rows): RecordedCase => ({
  title,
  source: intrinsic(source),
  recorded: '2024-11',
  steps: evaluatesInJsonata(expression, rows),
});

export const pair = (fst: unknown, snd: unknown) => ({ fst, snd });
export const TEXT = '{"Arg1": 1, "Arg2": []}';
export const OBJECT = { Arg1: 1, Arg2: [] };
export const SINGLES = ['', ' ', 'HelloWorld', null, 1, 1.1, TEXT];
