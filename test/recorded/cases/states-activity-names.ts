// Recorded answers about activity names of the state machines service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/test_sfn_api_activities.py::TestSnfApiActivities::${name}`);

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    {
      title: 'an activity is made, described and gone (Activity1)',
      source: test('test_create_describe_delete_activity[Activity1]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'Activity1-1' }),
        call('states.CreateActivity', { name: 'Activity1-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:Activity1-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:Activity1-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:Activity1-1' }, { answer: {} }),
      ],
    },
    {
      title: 'an activity is made, described and gone (activity-name_123)',
      source: test('test_create_describe_delete_activity'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'activity-name_123-1' }),
        call('states.CreateActivity', { name: 'activity-name_123-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity-name_123-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity-name_123-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity-name_123-1' }, { answer: {} }),
      ],
    },
    {
      title: 'an activity is made, described and gone (ACTIVITY_NAME_ABC)',
      source: test('test_create_describe_delete_activity'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'ACTIVITY_NAME_ABC-1' }),
        call('states.CreateActivity', { name: 'ACTIVITY_NAME_ABC-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:ACTIVITY_NAME_ABC-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:ACTIVITY_NAME_ABC-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:ACTIVITY_NAME_ABC-1' }, { answer: {} }),
      ],
    },
    {
      title: 'an activity is made, described and gone (activity.name)',
      source: test('test_create_describe_delete_activity[activity.name]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'activity.name-1' }),
        call('states.CreateActivity', { name: 'activity.name-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity.name-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity.name-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity.name-1' }, { answer: {} }),
      ],
    },
    {
      title: 'an activity is made, described and gone (activity.name.v2)',
      source: test('test_create_describe_delete_activity'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'activity.name.v2-1' }),
        call('states.CreateActivity', { name: 'activity.name.v2-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity.name.v2-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity.name.v2-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity.name.v2-1' }, { answer: {} }),
      ],
    },
    {
      title: 'an activity is made, described and gone (activityName.with.dots)',
      source: test('test_create_describe_delete_activity'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'activityName.with.dots-1' }),
        call('states.CreateActivity', { name: 'activityName.with.dots-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activityName.with.dots-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call(
          'states.DeleteActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activityName.with.dots-1' },
          { answer: {} },
        ),
        call(
          'states.DeleteActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activityName.with.dots-1' },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'an activity is made, described and gone (activity-name.1)',
      source: test('test_create_describe_delete_activity[activity-name.1]'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'activity-name.1-1' }),
        call('states.CreateActivity', { name: 'activity-name.1-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity-name.1-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity-name.1-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity-name.1-1' }, { answer: {} }),
      ],
    },
    {
      title: 'an activity is made, described and gone (activity_123.name)',
      source: test('test_create_describe_delete_activity'),
      recorded: '2024-11',
      steps: [
        call('states.CreateActivity', { name: 'activity_123.name-1' }),
        call('states.CreateActivity', { name: 'activity_123.name-1' }),
        call(
          'states.DescribeActivity',
          { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity_123.name-1' },
          { contains: { encryptionConfiguration: { type: 'AWS_OWNED_KEY' } } },
        ),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity_123.name-1' }, { answer: {} }),
        call('states.DeleteActivity', { activityArn: 'arn:aws:states:us-east-1:{account}:activity:activity_123.name-1' }, { answer: {} }),
      ],
    },
  ],
};
