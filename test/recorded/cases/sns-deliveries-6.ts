// Recorded answers about deliveries of the topics service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a policy of data protection is put and read',
      source: localstack('sns/test_sns.py::TestSNSTopicCrudV2::test_data_protection_policy_crud'),
      recorded: '2025-12',
      steps: [
        call('sns.CreateTopic', { Name: 'topic-1' }),
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1' },
          {
            as: 'attributes',
            contains: {
              Attributes: {
                DisplayName: '',
                Policy: json({
                  Version: '2008-10-17',
                  Id: '__default_policy_ID',
                  Statement: [
                    {
                      Sid: '__default_statement_ID',
                      Effect: 'Allow',
                      Principal: { AWS: '*' },
                      Action: [
                        'SNS:GetTopicAttributes',
                        'SNS:SetTopicAttributes',
                        'SNS:AddPermission',
                        'SNS:RemovePermission',
                        'SNS:DeleteTopic',
                        'SNS:Subscribe',
                        'SNS:ListSubscriptionsByTopic',
                        'SNS:Publish',
                      ],
                      Resource: 'arn:aws:sns:us-east-1:{account}:topic-1',
                      Condition: { StringEquals: { 'AWS:SourceOwner': '{account}' } },
                    },
                  ],
                }),
                TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1',
              },
            },
          },
        ),
        call(
          'sns.PutDataProtectionPolicy',
          {
            ResourceArn: 'arn:aws:sns:us-east-1:{account}:topic-1',
            DataProtectionPolicy:
              '{"Name": "data_protection_policy", "Description": "Test Policy", "Version": "2021-06-01", "Statement": [{"Sid": "test-statement", "DataDirection": "Inbound", "Principal": ["*"], "DataIdentifier": ["arn:aws:dataprotection:us-east-1::data-identifier/EmailAddress"], "Operation": {"Deny": {}}}]}',
          },
          { answer: {} },
        ),
        call(
          'sns.GetDataProtectionPolicy',
          { ResourceArn: 'arn:aws:sns:us-east-1:{account}:topic-1' },
          {
            contains: {
              DataProtectionPolicy: json({
                Name: 'data_protection_policy',
                Description: 'Test Policy',
                Version: '2021-06-01',
                Statement: [
                  {
                    Sid: 'test-statement',
                    DataDirection: 'Inbound',
                    Principal: ['*'],
                    DataIdentifier: ['arn:aws:dataprotection:us-east-1::data-identifier/EmailAddress'],
                    Operation: { Deny: {} },
                  },
                ],
              }),
            },
          },
        ),
        call(
          'sns.GetTopicAttributes',
          { TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1' },
          {
            contains: {
              Attributes: {
                DisplayName: '',
                Policy: json({
                  Version: '2008-10-17',
                  Id: '__default_policy_ID',
                  Statement: [
                    {
                      Sid: '__default_statement_ID',
                      Effect: 'Allow',
                      Principal: { AWS: '*' },
                      Action: [
                        'SNS:GetTopicAttributes',
                        'SNS:SetTopicAttributes',
                        'SNS:AddPermission',
                        'SNS:RemovePermission',
                        'SNS:DeleteTopic',
                        'SNS:Subscribe',
                        'SNS:ListSubscriptionsByTopic',
                        'SNS:Publish',
                      ],
                      Resource: 'arn:aws:sns:us-east-1:{account}:topic-1',
                      Condition: { StringEquals: { 'AWS:SourceOwner': '{attributes.Attributes.Owner}' } },
                    },
                  ],
                }),
                TopicArn: 'arn:aws:sns:us-east-1:{account}:topic-1',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'alternatives count for the size of a filter policy',
      source: localstack('sns/test_sns_filter_policy.py::TestSNSFilterPolicyConditions::test_policy_complexity_with_or'),
      recorded: '2024-05',
      steps: [
        call('sns.CreateTopic', { Name: 'test-topic-1' }),
        refused(
          'sns.Subscribe',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
            Protocol: 'sms',
            Endpoint: '+123123123',
            Attributes: {
              FilterPolicy:
                '{"source": ["aws.cloudwatch", "aws.events", "aws.test", "aws.test2"], "$or": [{"metricName": ["CPUUtilization", "ReadLatency", "t1", "t2", "t3", "t4"]}, {"metricType": ["MetricType", "TestType", "TestType2", "TestType3"], "$or": [{"metricId": [1234, 4321, 5678, 9012]}, {"spaceId": [1, 2, 3, 4]}]}]}',
              FilterPolicyScope: 'MessageAttributes',
            },
            ReturnSubscriptionArn: true,
          },
          'InvalidParameterException',
          'Invalid parameter: Attributes Reason: FilterPolicy: Filter policy is too complex',
        ),
        refused(
          'sns.Subscribe',
          {
            TopicArn: 'arn:aws:sns:us-east-1:{account}:test-topic-1',
            Protocol: 'sms',
            Endpoint: '+123123123',
            Attributes: {
              FilterPolicy:
                '{"$or": [{"metricName": ["CPUUtilization", "ReadLatency", "TestValue"]}, {"namespace": ["AWS/EC2", "AWS/ES"]}], "detail": {"scope": ["Service", "Test"], "$or": [{"source": ["aws.cloudwatch"]}, {"type": ["CloudWatch Alarm State Change", "TestValue", "TestValue2"]}]}}',
              FilterPolicyScope: 'MessageBody',
            },
            ReturnSubscriptionArn: true,
          },
          'InvalidParameterException',
          'Invalid parameter: Attributes Reason: FilterPolicy: Filter policy is too complex',
        ),
      ],
    },
  ],
};
