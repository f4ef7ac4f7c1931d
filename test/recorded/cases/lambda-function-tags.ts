// Recorded answers about function tags of the functions service.
import { call, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::TestLambdaTag::${name}`);
const Resource = '{mapping.EventSourceMappingArn}';

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'tags are put, listed and removed (event_source_mapping)',
      source: test('test_tag_lifecycle[event_source_mapping]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'fn-1',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call(
          'lambda.CreateEventSourceMapping',
          {
            EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2',
            FunctionName: 'arn:aws:lambda:us-east-1:{account}:function:fn-1',
            BatchSize: 1,
          },
          { as: 'mapping' },
        ),
        call('lambda.TagResource', { Resource, Tags: { A: 'tag-a' } }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: { A: 'tag-a' } } }),
        call('lambda.TagResource', { Resource, Tags: { B: 'tag-b', C: 'tag-c' } }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: { A: 'tag-a', B: 'tag-b', C: 'tag-c' } } }),
        call('lambda.TagResource', { Resource, Tags: { C: 'tag-c-newsuffix', D: 'tag-d' } }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: { A: 'tag-a', B: 'tag-b', C: 'tag-c-newsuffix', D: 'tag-d' } } }),
        call('lambda.UntagResource', { Resource, TagKeys: ['A'] }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: { B: 'tag-b', C: 'tag-c-newsuffix', D: 'tag-d' } } }),
        call('lambda.UntagResource', { Resource, TagKeys: ['B', 'C'] }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: { D: 'tag-d' } } }),
        call('lambda.UntagResource', { Resource, TagKeys: ['F'] }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: { D: 'tag-d' } } }),
        call('lambda.UntagResource', { Resource, TagKeys: ['D', 'F'] }, { answer: {} }),
        call('lambda.ListTags', { Resource }, { contains: { Tags: {} } }),
      ],
    },
  ],
};
