// The fields of every type of state, by query language. Source: the language's specification, and its public validator's grammar.

import {
  anything,
  condition,
  constant,
  decimal,
  type FieldKind,
  listOrExpression,
  object,
  objectTemplate,
  oneOf,
  path,
  pathOrIntrinsic,
  pathOrNull,
  referencePath,
  resultPath,
  template,
  text,
  textOrExpression,
  truth,
  wholeNumber,
} from './field-kinds.ts';
import type { StateType } from './machine.ts';

export type Fields = Readonly<Record<string, FieldKind>>;

const LANGUAGE = oneOf('JSONPath', 'JSONata');
/** The most seconds that a task may take. */
const TIMEOUT = wholeNumber(1);

export const MACHINE_FIELDS: Fields = {
  Comment: text,
  QueryLanguage: LANGUAGE,
  StartAt: text,
  States: object,
  Version: text,
  TimeoutSeconds: constant(wholeNumber(1)),
};
export const GROUP_FIELDS: Fields = { Comment: text, QueryLanguage: LANGUAGE, StartAt: text, States: object };
export const PROCESSOR_FIELDS: Fields = { ...GROUP_FIELDS, ProcessorConfig: object };
export const PROCESSOR_CONFIG_FIELDS: Fields = { Mode: oneOf('INLINE', 'DISTRIBUTED'), ExecutionType: oneOf('STANDARD', 'EXPRESS') };

const COMMON: Fields = { Type: anything, Comment: text, QueryLanguage: LANGUAGE };
const TRANSITION: Fields = { Next: text, End: truth };
const HANDLERS: Fields = { Retry: anything, Catch: anything };

interface TypeFields {
  readonly common: Fields;
  readonly path: Fields;
  readonly jsonata: Fields;
}

const INPUT_OUTPUT: Fields = { InputPath: pathOrNull, OutputPath: pathOrNull };
const WITH_RESULT: Fields = { ...INPUT_OUTPUT, ResultPath: resultPath, Parameters: template };
const SELECTED: Fields = { ...WITH_RESULT, ResultSelector: objectTemplate };
const ASSIGN: Fields = { Assign: objectTemplate };
const OUTPUT: Fields = { Output: template };

const FIELDS: Readonly<Record<StateType, TypeFields>> = {
  Pass: { common: { ...TRANSITION, ...ASSIGN }, path: { ...WITH_RESULT, Result: anything }, jsonata: OUTPUT },
  Succeed: { common: {}, path: INPUT_OUTPUT, jsonata: OUTPUT },
  Fail: {
    common: { Error: textOrExpression, Cause: textOrExpression },
    path: { ErrorPath: pathOrIntrinsic, CausePath: pathOrIntrinsic },
    jsonata: {},
  },
  Choice: { common: { Choices: anything, Default: text, ...ASSIGN }, path: INPUT_OUTPUT, jsonata: OUTPUT },
  Wait: {
    common: { ...TRANSITION, ...ASSIGN, Seconds: wholeNumber(0), Timestamp: textOrExpression },
    path: { ...INPUT_OUTPUT, SecondsPath: referencePath, TimestampPath: referencePath },
    jsonata: OUTPUT,
  },
  Task: {
    common: {
      ...TRANSITION,
      ...HANDLERS,
      ...ASSIGN,
      Resource: text,
      Credentials: objectTemplate,
      TimeoutSeconds: TIMEOUT,
      HeartbeatSeconds: TIMEOUT,
    },
    path: { ...SELECTED, TimeoutSecondsPath: referencePath, HeartbeatSecondsPath: referencePath },
    jsonata: { ...OUTPUT, Arguments: template },
  },
  Parallel: {
    common: { ...TRANSITION, ...HANDLERS, ...ASSIGN, Branches: anything },
    path: SELECTED,
    jsonata: { ...OUTPUT, Arguments: template },
  },
  Map: {
    common: {
      ...{ ...TRANSITION, ...HANDLERS, ...ASSIGN, ItemProcessor: anything, Iterator: anything, ItemSelector: template, Label: text },
      ...{ MaxConcurrency: wholeNumber(0), ToleratedFailureCount: wholeNumber(0), ToleratedFailurePercentage: decimal(0, 100) },
      ...{ ItemReader: objectTemplate, ItemBatcher: objectTemplate, ResultWriter: objectTemplate },
    },
    path: {
      ...{ ...SELECTED, ItemsPath: referencePath, MaxConcurrencyPath: referencePath },
      ...{ ToleratedFailureCountPath: referencePath, ToleratedFailurePercentagePath: referencePath },
    },
    jsonata: { ...OUTPUT, Items: listOrExpression },
  },
};

export const fieldsOf = (type: StateType, isJsonata: boolean): Fields => {
  const { common, path: ofPaths, jsonata } = FIELDS[type];
  return { ...COMMON, ...common, ...(isJsonata ? jsonata : ofPaths) };
};

export const REQUIRED: Readonly<Partial<Record<StateType, readonly string[]>>> = {
  Task: ['Resource'],
  Choice: ['Choices'],
  Parallel: ['Branches'],
};

/** Pairs of fields that exclude each other. */
export const EXCLUSIVE: readonly (readonly string[])[] = [
  ['Error', 'ErrorPath'],
  ['Cause', 'CausePath'],
  ['TimeoutSeconds', 'TimeoutSecondsPath'],
  ['HeartbeatSeconds', 'HeartbeatSecondsPath'],
  ['MaxConcurrency', 'MaxConcurrencyPath'],
  ['ToleratedFailureCount', 'ToleratedFailureCountPath'],
  ['ToleratedFailurePercentage', 'ToleratedFailurePercentagePath'],
  ['ItemProcessor', 'Iterator'],
  ['ItemSelector', 'Parameters'],
];

export const RETRIER_FIELDS: Fields = {
  Comment: text,
  ErrorEquals: anything,
  IntervalSeconds: constant(wholeNumber(1)),
  MaxAttempts: constant(wholeNumber(0)),
  BackoffRate: constant(decimal(1)),
  MaxDelaySeconds: constant(wholeNumber(1, 31_622_400)),
  JitterStrategy: oneOf('FULL', 'NONE'),
};
export const catcherFields = (isJsonata: boolean): Fields => ({
  ...{ Comment: text, ErrorEquals: anything, Next: text, Assign: objectTemplate },
  ...(isJsonata ? { Output: template } : { ResultPath: resultPath }),
});
export const ruleFields = (isJsonata: boolean): Fields => ({
  ...{ Comment: text, Next: text, Assign: objectTemplate },
  ...(isJsonata ? { Condition: condition, Output: template } : { Variable: path, And: anything, Or: anything, Not: anything }),
});
