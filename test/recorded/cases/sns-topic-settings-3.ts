// Recorded answers about topic settings of the topics service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::TestSNSTopicCrudV2::${name}`);

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a permission of a topic is added',
      source: test('test_topic_add_permission'),
      recorded: '2025-12',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        call(
          'sns.AddPermission',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1', Label: 'test', AWSAccountId: ['{account}'], ActionName: ['Publish'] },
          { answer: {} },
        ),
      ],
    },
  ],
};
