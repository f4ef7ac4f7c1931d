// Mistakes in streams, pipes, stacks and scripts, and calls of what is not emulated.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Firehose } from '@aws-sdk/client-firehose';
import { Kafka } from '@aws-sdk/client-kafka';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Pipes } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { expect } from 'vitest';
import { PROVISIONED } from '../../conformance/kafka/use-kafka.ts';
import { initFolder } from '../../support/init-folder.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { queueArn } from '../../support/use-events.ts';
import { functionArn, type Mistake, ROLE, refused } from './mistake.ts';

export const SYSTEM_MISTAKES: readonly Mistake[] = [
  {
    title: 'the function that transforms records of a delivery stream throws',
    make: async ({ create, emulator }) => {
      const firehose = emulator.client(Firehose);
      await create('reshape', `throw new TypeError('no reshaping');`);
      await emulator.client(S3).createBucket({ Bucket: 'clicks' });
      const Parameters = [{ ParameterName: 'LambdaArn' as const, ParameterValue: functionArn('reshape') }];
      await firehose.createDeliveryStream({
        DeliveryStreamName: 'clicks',
        ExtendedS3DestinationConfiguration: {
          ...{ RoleARN: ROLE, BucketARN: 'arn:aws:s3:::clicks' },
          ProcessingConfiguration: { Enabled: true, Processors: [{ Type: 'Lambda', Parameters }] },
        },
      });
      await emulator.idle();
      await firehose.putRecord({ DeliveryStreamName: 'clicks', Record: { Data: Buffer.from('{"id":1}') } });
      await emulator.clock.advance('15m');
      await emulator.idle();
    },
    line: /error lambda reshape failed: TypeError: no reshaping/,
    cause: /reshape failed: TypeError: no reshaping \(4 times\)/,
    subjects: ['reshape', 'clicks'],
    followed: ['FIREHOSE_RECORDS_FAILED'],
  },
  {
    title: 'the function of a stream throws until the records are given up',
    make: async ({ create, emulator, lambda }) => {
      const kinesis = emulator.client(Kinesis);
      await create('count', `throw new Error('no counter');`);
      await kinesis.createStream({ StreamName: 'visits', ShardCount: 1 });
      await emulator.clock.advance('1s');
      const EventSourceArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/visits';
      const more = { StartingPosition: 'TRIM_HORIZON' as const, MaximumRetryAttempts: 1 };
      await lambda.createEventSourceMapping({ FunctionName: 'count', EventSourceArn, ...more });
      await emulator.idle();
      await kinesis.putRecord({ StreamName: 'visits', PartitionKey: 'k', Data: Buffer.from('{}') });
      await emulator.idle();
      for (let retry = 0; retry < 2; retry++) {
        await emulator.clock.advance('31s');
        await emulator.idle();
      }
    },
    line: /error lambda count failed: Error: no counter/,
    cause: /count failed: Error: no counter \(2 times\)/,
    subjects: ['count', 'visits'],
    followed: ['BATCH_RETRIED', 'STREAM_RECORDS_LOST'],
  },
  {
    title: 'the enrichment of a pipe throws',
    make: async ({ create, emulator }) => {
      const sqs = emulator.client(SQS);
      const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' });
      await sqs.createQueue({ QueueName: 'enriched' });
      await create('customer', `throw new Error('no such customer');`);
      const ends = { Source: queueArn('orders'), Target: queueArn('enriched'), Enrichment: functionArn('customer') };
      await emulator.client(Pipes).createPipe({ Name: 'enrich', RoleArn: ROLE, ...ends });
      await emulator.idle();
      await sqs.sendMessage({ QueueUrl, MessageBody: '{"n":1}' });
      await emulator.idle();
    },
    line: /error lambda customer failed: Error: no such customer/,
    cause: /customer failed: Error: no such customer/,
    subjects: ['customer', 'enrich', 'orders'],
    told: [/sqs\.SendMessage orders ok/],
    followed: ['PIPE_BATCH_RETURNS'],
  },
  {
    title: 'the topic of a mapping is not there',
    make: async ({ create, emulator, lambda }) => {
      const { ClusterArn } = await emulator.client(Kafka).createCluster({ ClusterName: 'source', ...PROVISIONED });
      await create('read', 'return 1;');
      const mapping = { EventSourceArn: ClusterArn, Topics: ['orderz'], StartingPosition: 'TRIM_HORIZON' as const };
      await lambda.createEventSourceMapping({ FunctionName: 'read', ...mapping });
      await untilPasses(() => expect(emulator.lines).toContainEqual(expect.stringContaining('Topic not found')));
    },
    line: /warn lambda the topic orderz at \S+ cannot be read.*UNKNOWN_TOPIC_OR_PARTITION/,
    cause: /the topic orderz at \S+ cannot be read.*UNKNOWN_TOPIC_OR_PARTITION/,
    subjects: ['orderz', 'read'],
    followed: ['SOURCE_UNREADABLE'],
  },
  {
    title: 'a stack is rolled back',
    make: async ({ emulator }) => {
      const Resources = {
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } },
        Name: { Type: 'AWS::SSM::Parameter', Properties: { Name: 'aws-name', Type: 'String', Value: 'x' } },
      };
      await emulator.client(CloudFormation).createStack({ StackName: 'shop', TemplateBody: JSON.stringify({ Resources }) });
      await emulator.idle();
    },
    line: /warn cloudformation stack shop is ROLLBACK_COMPLETE|warn cloudformation stack shop: Name \(AWS::SSM::Parameter\) is CREATE_FAILED/,
    cause: /stack shop: Name \(AWS::SSM::Parameter\) is CREATE_FAILED: .*can't be prefixed with/,
    subjects: ['shop'],
    followed: ['STACK_FAILED'],
  },
  {
    title: 'a service is not emulated',
    make: async ({ emulator }) => {
      const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/ecs/aws4_request, SignedHeaders=host, Signature=0';
      const headers = { authorization, 'x-amz-target': 'AmazonEC2ContainerServiceV20141113.ListClusters' };
      await fetch(emulator.url, { method: 'POST', headers, body: '{}' });
    },
    line: /warn gateway ecs\.ListClusters is answered with 501: the service ecs is not emulated/,
    cause: /ecs\.ListClusters: the service ecs is not emulated/,
    subjects: ['ecs', 'ListClusters'],
    told: [/emulator stub ecs\.ListClusters/],
  },
  {
    title: 'an operation is not emulated',
    make: ({ emulator }) =>
      refused(emulator.client(SSM).sendCommand({ DocumentName: 'AWS-RunShellScript', InstanceIds: ['i-1234567890abcdef0'] })),
    line: /warn gateway ssm\.SendCommand is answered with 501: .*there are none here/,
    cause: /ssm\.SendCommand: .*there are none here/,
    subjects: ['SendCommand', 'ssm'],
  },
  {
    title: 'an init script fails',
    start: () => ({ initDirectories: [initFolder({ 'ready.d/tables.sh': 'echo "no such table" >&2; exit 3' })] }),
    make: async ({ emulator }) => void (await emulator.ready),
    line: /warn hooks \S+tables\.sh: exit code 3: no such table/,
    cause: /tables\.sh: exit code 3: no such table/,
    subjects: ['tables.sh'],
  },
];
