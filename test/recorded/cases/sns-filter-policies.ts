// The words in which the topic service was recorded to refuse filter policies.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const filterTest = (name: string): string => localstack(`sns/test_sns_filter_policy.py::${name}`);

const create: Step = { call: 'sns.CreateTopic', input: { Name: '{id}' }, as: 'topic' };
const TopicArn = '{topic.TopicArn}';
const QUEUE = 'arn:aws:sqs:us-east-1:{account}:{id}';
const failing = (operation: string, input: object, code: string, message: string): Step => ({
  call: `sns.${operation}`,
  input: input as Record<string, unknown>,
  error: { code, message, status: 400 },
});
/** A call that fails; the message follows `Invalid parameter: `. */
const refused = (operation: string, input: object, message: string): Step =>
  failing(operation, input, 'InvalidParameterException', `Invalid parameter: ${message}`);
const refusedPolicy = (FilterPolicy: string, message: string, FilterPolicyScope = 'MessageAttributes'): Step =>
  refused(
    'Subscribe',
    { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, Attributes: { FilterPolicyScope, FilterPolicy } },
    `Attributes Reason: FilterPolicy: ${message}`,
  );

type Row = readonly [policy: string, reason: string, column: number];
const policies = (title: string, name: string, rows: readonly Row[]): RecordedCase => ({
  ...{ title, source: filterTest(`TestSNSFilterPolicyConditions::${name}`), recorded: '2025-10' },
  steps: [
    create,
    ...rows.map(([policy, reason, column]) =>
      refusedPolicy(policy, `${reason}\n at [Source: (String)"${policy}"; line: 1, column: ${column}]`),
    ),
  ],
});

const filtering: RecordedCase[] = [
  policies('a pattern of a filter policy is an object with one known key, or a plain value', 'test_validate_policy', [
    ['{"key":[["value"]]}', 'Match value must be String, number, true, false, or null', 10],
    ['{"key":[{"wrong-operator":true}]}', 'Unrecognized match type wrong-operator', 31],
    ['{"key":[{"suffix":"value","prefix":"value2"}]}', 'Only one key allowed in match expression', 37],
  ]),
  policies('patterns of texts and addresses have texts', 'test_validate_policy_string_operators', [
    ['{"key":[]}', 'Empty arrays are not allowed', 10],
    ['{"key":[{"suffix":100}]}', 'suffix match pattern must be a string', 22],
    ['{"key":[{"suffix":null}]}', 'suffix match pattern must be a string', 23],
    ['{"key":{"suffix":"value"}}', '"suffix" must be an object or an array', 19],
    ['{"key":[{"suffix":[]}]}', 'suffix match pattern must be a string', 20],
    ['{"key":[{"suffix":["test","test2"]}]}', 'suffix match pattern must be a string', 20],
    ['{"key":{"suffix":"value","prefix":"value"}}', '"suffix" must be an object or an array', 19],
    ['{"key":{"not-an-operator":"value"}}', '"not-an-operator" must be an object or an array', 28],
    ['{"key":[{"cidr":["bad-filter"]}]}', 'prefix match pattern must be a string', 18],
  ]),
  policies('numeric patterns are ranges of numbers', 'test_validate_policy_numeric_operator', [
    ['{"key":[{"numeric":[]}]}', 'Invalid member in numeric match: ]', 22],
    ['{"key":[{"numeric":["operator"]}]}', 'Unrecognized numeric range operator: operator', 32],
    ['{"key":[{"numeric":[1,"<="]}]}', 'Invalid member in numeric match: 1', 22],
    ['{"key":[{"numeric":["=","000"]}]}', 'Value of equals must be numeric', 26],
    ['{"key":[{"numeric":[">="]}]}', 'Value of >= must be numeric', 26],
    ['{"key":[{"numeric":["<",100,">",10]}]}', 'Too many elements in numeric expression', 30],
    ['{"key":[{"numeric":[">=",1,">",2]}]}', 'Bad numeric range operator: >', 31],
    ['{"key":[{"numeric":[">",3,"<",1]}]}', 'Bottom must be less than top', 33],
    ['{"key":[{"numeric":[">",20,"<="]}]}', 'Value of <= must be numeric', 33],
    ['{"key":[{"numeric":[">",20,30]}]}', 'Bad value in numeric range: 30', 30],
    ['{"key":[{"numeric":[">",20,"test"]}]}', 'Bad numeric range operator: test', 34],
    ['{"key":[{"numeric":[">","20","<","30"]}]}', 'Value of > must be numeric', 26],
    ['{"key":[{"numeric":[">",20,"<","30"]}]}', 'Value of < must be numeric', 33],
    ['{"key":[{"numeric":[">",20,"<",30,"<",50]}]}', 'Too many terms in numeric range expression', 36],
  ]),
  policies('a pattern of existence is true or false', 'test_validate_policy_exists_operator', [
    ['{"key":[{"exists":null}]}', 'exists match pattern must be either true or false.', 23],
    ['{"key":[{"exists":"no"}]}', 'exists match pattern must be either true or false.', 20],
  ]),
  policies('what must not be is a list, or one of two patterns', 'test_validate_policy_nested_anything_but_operator', [
    ['{"key":[{"anything-but":{"wrong-operator":null}}]}', 'Unsupported anything-but pattern: wrong-operator', 47],
    ['{"key":[{"anything-but":{"suffix":"test"}}]}', 'Unsupported anything-but pattern: suffix', 36],
    ['{"key":[{"anything-but":{"exists":false}}]}', 'Unsupported anything-but pattern: exists', 40],
    ['{"key":[{"anything-but":{"prefix":false}}]}', 'prefix match pattern must be a string', 40],
  ]),
  {
    title: 'an address is a network with the bits of its mask',
    source: filterTest('TestSNSFilterPolicyConditions::test_validate_policy_string_operators'),
    recorded: '2025-10',
    steps: [
      create,
      ...(
        [
          ['bad-filter', "Malformed CIDR, one '/' required"],
          ['bad-filter/64', 'Nonstandard IP address: bad-filter'],
          ['10.0.0.0/bad', 'Malformed CIDR, mask bits must be an integer'],
          ['xx.11.xx/8', 'Nonstandard IP address: xx.11.xx'],
          ['xxxx:db8:1234:1a00::/64', 'Nonstandard IP address: xxxx:db8:1234:1a00::'],
        ] as const
      ).map(([cidr, message]) => refusedPolicy(`{"key":[{"cidr":"${cidr}"}]}`, message)),
    ],
  },
  {
    title: 'a filter policy has at most 150 combinations',
    source: filterTest('TestSNSFilterPolicyBody::test_policy_complexity'),
    recorded: '2025-10',
    steps: [
      create,
      refusedPolicy(`{"a":{"b":{"c":[${Array.from({ length: 51 }, (_, n) => `"${n}"`)}]}}}`, 'Filter policy is too complex', 'MessageBody'),
    ],
  },
  {
    title: 'a filter policy that is set later is refused in the same words',
    source: filterTest('TestSNSFilterPolicyCrud::test_sub_filter_policy_nested_property_constraints'),
    recorded: '2025-10',
    steps: [
      create,
      {
        call: 'sns.Subscribe',
        input: { TopicArn, Protocol: 'sqs', Endpoint: QUEUE, ReturnSubscriptionArn: true },
        as: 'subscription',
      },
      refused(
        'SetSubscriptionAttributes',
        { SubscriptionArn: '{subscription.SubscriptionArn}', AttributeName: 'FilterPolicy', AttributeValue: '{"key_a":"value_one"}' },
        'FilterPolicy: "key_a" must be an object or an array\n at [Source: (String)"{"key_a":"value_one"}"; line: 1, column: 11]',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sns', cases: filtering };
