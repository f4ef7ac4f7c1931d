// Every kind of resource: made by its form, there for the SDK, deleted on its page.

import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { AppSync } from '@aws-sdk/client-appsync';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { ECR } from '@aws-sdk/client-ecr';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { IAM } from '@aws-sdk/client-iam';
import { Kafka } from '@aws-sdk/client-kafka';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Pipes } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { expect, it } from 'vitest';
import type { TestEmulator } from '../../support/emulator.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';

const QUEUES = 'arn:aws:sqs:us-east-1:000000000000:';
type Client = TestEmulator['client'];

interface Kind {
  readonly section: string;
  /** The button that opens the form, and that of the form. */
  readonly create: string;
  /** Besides the name. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly name?: string;
  /** The heading of the page, where that is not the name. */
  readonly title?: string | RegExp;
  /** The names that the SDK lists. */
  readonly names: (client: Client) => Promise<readonly (string | undefined)[]>;
}

const KINDS: readonly Kind[] = [
  {
    section: 'queues',
    create: 'Create queue',
    names: async (c) => ((await c(SQS).listQueues({})).QueueUrls ?? []).map((url) => url.split('/').at(-1)),
  },
  {
    section: 'topics',
    create: 'Create topic',
    names: async (c) => ((await c(SNS).listTopics({})).Topics ?? []).map(({ TopicArn }) => TopicArn?.split(':').at(-1)),
  },
  { section: 'streams', create: 'Create stream', names: async (c) => (await c(Kinesis).listStreams({})).StreamNames ?? [] },
  {
    ...{ section: 'delivery-streams', create: 'Create delivery stream', fields: { 'ARN of the bucket': 'arn:aws:s3:::uploads' } },
    names: async (c) => (await c(Firehose).listDeliveryStreams({})).DeliveryStreamNames ?? [],
  },
  {
    ...{ section: 'clusters', create: 'Create cluster' },
    names: async (c) => ((await c(Kafka).listClustersV2({})).ClusterInfoList ?? []).map(({ ClusterName }) => ClusterName),
  },
  { section: 'tables', create: 'Create table', names: async (c) => (await c(DynamoDB).listTables({})).TableNames ?? [] },
  {
    section: 'buckets',
    create: 'Create bucket',
    names: async (c) => ((await c(S3).listBuckets({})).Buckets ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'parameters', create: 'Create parameter', name: '/made-here', fields: { Value: 'one' } },
    names: async (c) => ((await c(SSM).describeParameters({})).Parameters ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'secrets', create: 'Create secret', fields: { Value: 'one' } },
    names: async (c) => ((await c(SecretsManager).listSecrets({})).SecretList ?? []).map(({ Name }) => Name),
  },
  {
    section: 'roles',
    create: 'Create role',
    names: async (c) => ((await c(IAM).listRoles({})).Roles ?? []).map(({ RoleName }) => RoleName),
  },
  {
    ...{ section: 'repositories', create: 'Create repository' },
    names: async (c) => ((await c(ECR).describeRepositories({})).repositories ?? []).map(({ repositoryName }) => repositoryName),
  },
  {
    ...{ section: 'log-groups', create: 'Create log group', name: '/made-here' },
    names: async (c) => ((await c(CloudWatchLogs).describeLogGroups({})).logGroups ?? []).map(({ logGroupName }) => logGroupName),
  },
  {
    ...{ section: 'schedules', create: 'Create schedule', title: 'default/made-here', fields: { 'ARN of the target': `${QUEUES}orders` } },
    names: async (c) => ((await c(Scheduler).listSchedules({})).Schedules ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'pipes', create: 'Create pipe' },
    fields: { 'ARN of the source': `${QUEUES}orders`, 'ARN of the target': `${QUEUES}failed-orders` },
    names: async (c) => ((await c(Pipes).listPipes({})).Pipes ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'connections', create: 'Create connection', fields: { 'Value, or password': 'secret' } },
    names: async (c) => ((await c(EventBridge).listConnections({})).Connections ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'archives', create: 'Create archive' },
    names: async (c) => ((await c(EventBridge).listArchives({})).Archives ?? []).map(({ ArchiveName }) => ArchiveName),
  },
  {
    ...{ section: 'state-machines', create: 'Create state machine' },
    names: async (c) => ((await c(SFN).listStateMachines({})).stateMachines ?? []).map(({ name }) => name),
  },
  {
    ...{ section: 'stacks', create: 'Create stack' },
    names: async (c) => ((await c(CloudFormation).describeStacks({})).Stacks ?? []).map(({ StackName }) => StackName),
  },
  {
    ...{ section: 'apis', create: 'Create API', title: /^[a-z0-9]{10}$/, fields: { Target: 'http://127.0.0.1:9/' } },
    names: async (c) => ((await c(ApiGatewayV2).getApis({})).Items ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'graphql-apis', create: 'Create GraphQL API', title: /^[a-z0-9]{26}$/ },
    names: async (c) => ((await c(AppSync).listGraphqlApis({})).graphqlApis ?? []).map(({ name }) => name),
  },
  {
    ...{ section: 'user-pools', create: 'Create user pool', title: /^us-east-1_\w+$/ },
    names: async (c) => ((await c(CognitoIdentityProvider).listUserPools({ MaxResults: 60 })).UserPools ?? []).map(({ Name }) => Name),
  },
  {
    ...{ section: 'rest-apis', create: 'Create REST API', title: /^[a-z0-9]{10}$/ },
    names: async (c) => ((await c(APIGateway).getRestApis({})).items ?? []).map(({ name }) => name),
  },
];

export function kindsTests(session: ExplorerSession): void {
  it.each(KINDS)(
    '$section: made by the form, there for the SDK, deleted on its page',
    async ({ section, create, fields = {}, ...kind }) => {
      const { name = 'made-here', title = name, names } = kind;
      await session.open(section);
      await session.press(create);
      await session.fill('Name', name);
      for (const [label, text] of Object.entries(fields)) await session.fill(label, text);
      await session.submit(create);
      await session.page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await names(session.client)).toContain(name);
      await session.page.getByRole('tab', { name: 'Record', exact: true }).click();
      await session.page.getByRole('region', { name: 'Record' }).waitFor();
      await session.press('Delete');
      await session.press(/^Delete .*\?$/);
      await session.page.getByRole('status').getByText('Deleted').waitFor();
      await expect.poll(() => names(session.client)).not.toContain(name);
      expect(session.problems).toEqual([]);
    },
  );

  it('offers no change of a pipe that is on its way to another state, and offers it again once the pipe is there', async () => {
    const pipe = {
      Name: 'on-its-way',
      RoleArn: 'arn:aws:iam::000000000000:role/any',
      Source: `${QUEUES}orders`,
      Target: `${QUEUES}failed-orders`,
    };
    await session.client(Pipes).createPipe(pipe);
    const described = '**/v1/pipes/on-its-way';
    await session.page.route(described, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), CurrentState: 'CREATING' } });
    });
    await session.open('pipes/on-its-way');
    await session.page.getByText('CREATING', { exact: true }).waitFor();
    for (const name of ['Stop', 'Delete']) expect(await session.page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    await session.page.unroute(described);
    await session.client(SQS).createQueue({ QueueName: 'so-that-the-page-reads-again' });
    await session.press('Delete');
    await session.press('Delete on-its-way?');
    await session.page.getByRole('status').getByText('Deleted on-its-way.').waitFor();
  });
}
