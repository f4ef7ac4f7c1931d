// The shape of every type of state, by query language. Sources: the language's specification, its public validator's grammar, and recorded answers.

import { STATE_TYPES, type StateType } from '#services/states/language/machine';
import { listOrExpression, objectTemplate, orExpression, template, textOrExpression, timestampOrExpression } from './expression-kinds.ts';
import type { FieldKind, Fields } from './field-check.ts';
import { anything, decimal, namedOneOf, object, oneOf, text, truth, wholeNumber } from './field-kinds.ts';
import { catchers, retriers } from './handlers.ts';
import { itemBatcher, itemReader, processorConfig, resultWriter } from './map-fields.ts';
import { assignment, label } from './name-checks.ts';
import { itemsPath, pathOrIntrinsic, pathOrNull, referencePath, resultPath } from './path-kinds.ts';
import { choices } from './rules.ts';
import type { Shape } from './shape.ts';
import { credentials } from './task-fields.ts';

const LANGUAGE = oneOf('JSONPath', 'JSONata');
/** Limit: time that TimeoutSeconds, HeartbeatSeconds and Seconds may give. */
const MAX_SECONDS = 99_999_999;

/** The groups within a state are checked with their states. */
const GROUP_FIELDS: Fields = { Comment: text, StartAt: text, States: object };
const REQUIRED = ['States', 'StartAt'];
export const GROUP: Shape = { fields: GROUP_FIELDS, required: REQUIRED };
export const PROCESSOR: Shape = { fields: { ...GROUP_FIELDS, ProcessorConfig: processorConfig }, required: REQUIRED };
export const MACHINE: Shape = {
  fields: { ...GROUP_FIELDS, QueryLanguage: LANGUAGE, Version: oneOf('1.0'), TimeoutSeconds: wholeNumber(0, MAX_SECONDS) },
  required: REQUIRED,
};

export const TYPE = namedOneOf('Type', ...STATE_TYPES);
const COMMON: Fields = { Type: anything, Comment: text, QueryLanguage: LANGUAGE };
const TRANSITION: Fields = { Next: text, End: truth };
const HANDLERS: Fields = { Retry: retriers, Catch: catchers };
const WAITS = ['SecondsPath', 'Seconds', 'TimestampPath', 'Timestamp'];

const INPUT_OUTPUT: Fields = { InputPath: pathOrNull, OutputPath: pathOrNull };
const WITH_RESULT: Fields = { ...INPUT_OUTPUT, ResultPath: resultPath, Parameters: template() };
const SELECTED: Fields = { ...WITH_RESULT, ResultSelector: objectTemplate() };
const OUTPUT: Fields = { Output: template() };
const ASSIGN: Fields = { Assign: assignment(objectTemplate()) };
const RESULT_OUTPUT: Fields = { Output: template('result') };
const RESULT_ASSIGN: Fields = { Assign: assignment(objectTemplate('result')) };
const TIMEOUT: FieldKind = orExpression(wholeNumber(1, MAX_SECONDS));
const orPath = (...names: readonly string[]): string[][] => names.map((name) => [name, `${name}Path`]);

export const STATES: Readonly<Record<StateType, Shape>> = {
  Pass: { fields: { ...COMMON, ...TRANSITION, ...ASSIGN }, path: { ...WITH_RESULT, Result: anything }, jsonata: OUTPUT },
  Succeed: { fields: COMMON, path: INPUT_OUTPUT, jsonata: OUTPUT },
  Fail: {
    fields: { ...COMMON, Error: textOrExpression, Cause: textOrExpression },
    path: { ErrorPath: pathOrIntrinsic, CausePath: pathOrIntrinsic },
    exclusive: orPath('Error', 'Cause'),
  },
  Choice: {
    fields: { ...COMMON, ...ASSIGN, Choices: choices, Default: text },
    path: INPUT_OUTPUT,
    jsonata: OUTPUT,
    required: ['Choices'],
  },
  Wait: {
    fields: {
      ...{ ...COMMON, ...TRANSITION, ...ASSIGN },
      Seconds: orExpression(wholeNumber(0, MAX_SECONDS)),
      Timestamp: timestampOrExpression,
    },
    path: { ...INPUT_OUTPUT, SecondsPath: referencePath, TimestampPath: referencePath },
    jsonata: OUTPUT,
    one: [WAITS],
  },
  Task: {
    fields: {
      ...{ ...COMMON, ...TRANSITION, ...HANDLERS, ...RESULT_ASSIGN },
      ...{ Resource: text, Credentials: credentials, TimeoutSeconds: TIMEOUT, HeartbeatSeconds: TIMEOUT },
    },
    path: { ...SELECTED, TimeoutSecondsPath: referencePath, HeartbeatSecondsPath: referencePath },
    jsonata: { ...RESULT_OUTPUT, Arguments: template() },
    required: ['Resource'],
    exclusive: orPath('TimeoutSeconds', 'HeartbeatSeconds'),
  },
  Parallel: {
    fields: { ...COMMON, ...TRANSITION, ...HANDLERS, ...RESULT_ASSIGN, Branches: anything },
    path: SELECTED,
    jsonata: { ...RESULT_OUTPUT, Arguments: template() },
    required: ['Branches'],
  },
  Map: {
    fields: {
      ...{ ...COMMON, ...TRANSITION, ...HANDLERS, ...RESULT_ASSIGN, ItemProcessor: anything, Iterator: anything },
      ...{ ItemSelector: template(), Label: label, ItemReader: itemReader, ItemBatcher: itemBatcher, ResultWriter: resultWriter },
      MaxConcurrency: orExpression(wholeNumber(0)),
      ToleratedFailureCount: orExpression(wholeNumber(0)),
      ToleratedFailurePercentage: orExpression(decimal(0, 100)),
    },
    path: {
      ...{ ...SELECTED, ItemsPath: itemsPath, MaxConcurrencyPath: referencePath },
      ...{ ToleratedFailureCountPath: referencePath, ToleratedFailurePercentagePath: referencePath },
    },
    jsonata: { ...RESULT_OUTPUT, Items: listOrExpression },
    exclusive: [...orPath('MaxConcurrency', 'ToleratedFailureCount', 'ToleratedFailurePercentage'), ['ItemSelector', 'Parameters']],
    one: [['ItemProcessor', 'Iterator']],
  },
};
