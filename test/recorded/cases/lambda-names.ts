// Recorded answers of Lambda about names and qualifiers that are none: the same name, asked of four operations.
import { type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction } from '../functions.ts';

const HEAD = String.raw`(arn:(aws[a-zA-Z-]*)?:lambda:)?((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\d{1}:)?(\d{12}:)?(function:)?`;
const NAME = String.raw`${HEAD}([a-zA-Z0-9-_\.]+)(:(\$LATEST(\.PUBLISHED)?|[a-zA-Z0-9-_]+))?`;
const NEW_NAME = String.raw`${HEAD}([a-zA-Z0-9-_]+)(:(\$LATEST|[a-zA-Z0-9-_]+))?`;
const QUALIFIER = String.raw`\$(LATEST(\.PUBLISHED)?)|[a-zA-Z0-9-_$]+`;
const INVALID = 'ValidationException';
const CALLS = ['GetFunction', 'DeleteFunction', 'Invoke'];

const broken = (member: string, value: string, words: string): string =>
  `1 validation error detected: Value '${value}' at '${member}' failed to satisfy constraint: ${words}`;
const pattern = (text: string): string => `Member must satisfy regular expression pattern: ${text}`;
const most = (length: number): string => `Member must have length less than or equal to ${length}`;
const source = (id: string): string => api(`TestLambdaFunction::test_function_name_and_qualifier_validation[${id}-…]`);
const creation = (FunctionName: string, code: string, message: string): Step =>
  createFunction({ FunctionName }, { error: { code, message } });

/** Names that match the pattern of no operation. */
const NAMES: readonly [id: string, FunctionName: string][] = [
  ['invalid_characters_in_function_name', 'my-function!'],
  ['function_name_is_single_invalid', '*'],
  ['invalid_account_id_in_partial_arn', 'invalid-account:function:my-function'],
  ['invalid_region_in_arn', 'arn:aws:lambda:invalid-region:{account}:function:my-function'],
  ['non_lambda_arn', 'arn:aws:ec2:us-east-1:{account}:instance:i-1234567890abcdef0'],
  ['full_arn_with_multiple_qualifiers', `${ARN}my-function:1:2`],
  ['partial_arn_with_extra_qualifier', 'function:my-function:$LATEST:extra'],
  ['missing_region_in_arn', 'arn:aws:lambda::{account}:function:my-function'],
  ['missing_account_id_in_arn', 'arn:aws:lambda:us-east-1::function:my-function'],
  ['misspelled_latest_in_arn', `${ARN}my-function:$LATES`],
];
const names = NAMES.map(
  ([id, FunctionName]): RecordedCase => ({
    title: `${FunctionName} is no name of a function`,
    source: source(id),
    recorded: '2025-11',
    steps: [
      ...CALLS.map((call) => refused(`lambda.${call}`, { FunctionName }, INVALID, broken('functionName', FunctionName, pattern(NAME)))),
      creation(FunctionName, INVALID, broken('functionName', FunctionName, pattern(NEW_NAME))),
    ],
  }),
);

const long = 'a'.repeat(129);
const qualifiers: RecordedCase[] = [
  {
    title: 'a qualifier has letters, digits, hyphens, underscores and dollar signs',
    source: source('invalid_characters_in_qualifier'),
    recorded: '2025-11',
    steps: [
      ...CALLS.map((call) =>
        refused(
          `lambda.${call}`,
          { FunctionName: 'my-function', Qualifier: 'invalid!' },
          INVALID,
          broken('qualifier', 'invalid!', pattern(QUALIFIER)),
        ),
      ),
      creation('my-function:invalid!', INVALID, broken('functionName', 'my-function:invalid!', pattern(NEW_NAME))),
    ],
  },
  {
    title: 'a qualifier has 128 characters, and a name with it 140 where a function is made',
    source: source('qualifier_too_long'),
    recorded: '2025-11',
    steps: [
      ...CALLS.map((call) =>
        refused(`lambda.${call}`, { FunctionName: 'my-function', Qualifier: long }, INVALID, broken('qualifier', long, most(128))),
      ),
      creation(`my-function:${long}`, INVALID, broken('functionName', `my-function:${long}`, most(140))),
    ],
  },
  {
    title: 'a qualifier is that of the name, if the name has one',
    source: source('latest_version_with_additional_qualifier'),
    recorded: '2025-11',
    steps: CALLS.map((call) =>
      refused(
        `lambda.${call}`,
        { FunctionName: `${ARN}my-function:$LATEST`, Qualifier: '1' },
        'InvalidParameterValueException',
        'The derived qualifier from the function name does not match the specified qualifier.',
      ),
    ),
  },
  {
    title: 'the latest code is $LATEST in capitals',
    source: source('lowercase_latest_qualifier'),
    recorded: '2025-11',
    steps: [
      ...['GetFunction', 'Invoke'].map((call) =>
        refused(
          `lambda.${call}`,
          { FunctionName: `${ARN}my-function`, Qualifier: '$latest' },
          'ResourceNotFoundException',
          `Function not found: ${ARN}my-function:$latest`,
        ),
      ),
      creation(`${ARN}my-function:$latest`, INVALID, broken('functionName', `${ARN}my-function:$latest`, pattern(NEW_NAME))),
    ],
  },
  {
    title: 'the word function at the end of an ARN is a name',
    source: source('incomplete_arn'),
    recorded: '2025-11',
    steps: ['GetFunction', 'DeleteFunction'].map((call) =>
      refused(
        `lambda.${call}`,
        { FunctionName: 'arn:aws:lambda:us-east-1:{account}:function' },
        'ResourceNotFoundException',
        `Function not found: ${ARN}function`,
      ),
    ),
  },
  {
    title: 'a name of 65 characters may be asked for, and is not found',
    source: source('function_name_too_long'),
    recorded: '2025-11',
    steps: ['GetFunction', 'DeleteFunction'].map((call) =>
      refused(
        `lambda.${call}`,
        { FunctionName: 'a'.repeat(65) },
        'ResourceNotFoundException',
        `Function not found: ${ARN}${'a'.repeat(65)}`,
      ),
    ),
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...names, ...qualifiers] };
