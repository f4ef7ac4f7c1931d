// Recorded answers about activity names of the state machines service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/test_sfn_api_activities.py::TestSnfApiActivities::${name}`);

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'an activity is made, described and gone (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)',
      source: test('test_create_describe_delete_activity'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1' }),
        call('states.CreateActivity', { name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1' }),
        call(
          'states.DescribeActivity',
          {
            activityArn:
              'arn:aws:states:us-east-1:{account}:activity:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1',
          },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call(
          'states.DeleteActivity',
          {
            activityArn:
              'arn:aws:states:us-east-1:{account}:activity:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1',
          },
          { answer: {} },
        ),
        call(
          'states.DeleteActivity',
          {
            activityArn:
              'arn:aws:states:us-east-1:{account}:activity:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1',
          },
          { answer: {} },
        ),
      ],
    },
  ],
};
