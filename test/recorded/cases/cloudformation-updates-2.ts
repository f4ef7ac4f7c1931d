// Recorded answers about updates of the cloudformation service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const ChangeSetName = '{set.Id}';
const StackName = 'stack-1';
const ChangeSetType = 'CREATE';

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a stack is updated',
      source: localstack('cloudformation/api/test_update_stack.py::test_basic_update'),
      recorded: '2022-11',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "AWSTemplateFormatVersion: '2010-09-09'\nParameters:\n  TopicName:\n    Type: String\n    Default: sns-topic-simple\nResources:\n  topic123:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName:\n        Ref: TopicName\n    UpdateReplacePolicy: Delete\n    DeletionPolicy: Delete\n\nOutputs:\n  TopicArn:\n    Value:\n      Fn::GetAtt:\n        - topic123\n        - TopicArn",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'TopicName', ParameterValue: 'topic-3' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'cloudformation.UpdateStack',
          {
            StackName,
            TemplateBody:
              "AWSTemplateFormatVersion: '2010-09-09'\nParameters:\n  TopicName:\n    Type: String\n    Default: sns-topic-simple\nResources:\n  topic123:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName:\n        Ref: TopicName\n    UpdateReplacePolicy: Delete\n    DeletionPolicy: Delete\n\nOutputs:\n  TopicArn:\n    Value:\n      Fn::GetAtt:\n        - topic123\n        - TopicArn",
            Parameters: [{ ParameterKey: 'TopicName', ParameterValue: 'topic-4' }],
          },
          { contains: { StackId: '{set2.StackId}' } },
        ),
      ],
    },
    {
      title: 'a resource of a condition refers to another one',
      source: localstack(
        'cloudformation/engine/test_conditions.py::TestCloudFormationConditions::test_conditional_resource_referencing_conditional',
      ),
      recorded: '2026-02',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "AWSTemplateFormatVersion: '2010-09-09'\n\nParameters:\n  EnableQueue:\n    Type: String\n    Default: 'false'\n    AllowedValues: ['true', 'false']\n\nConditions:\n  CreateQueue: !Equals [!Ref EnableQueue, 'true']\n\nResources:\n  MyTable:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: !Sub '${AWS::StackName}-table'\n      BillingMode: PAY_PER_REQUEST\n      AttributeDefinitions:\n        - AttributeName: PK\n          AttributeType: S\n      KeySchema:\n        - AttributeName: PK\n          KeyType: HASH\n\n  MyQueue:\n    Type: AWS::SQS::Queue\n    Condition: CreateQueue\n\n  MyAlarm:\n    Type: AWS::CloudWatch::Alarm\n    Condition: CreateQueue\n    Properties:\n      AlarmName: !Sub '${AWS::StackName}-alarm'\n      MetricName: ApproximateNumberOfMessagesVisible\n      Namespace: AWS/SQS\n      Statistic: Sum\n      Period: 300\n      EvaluationPeriods: 1\n      Threshold: 100\n      ComparisonOperator: GreaterThanThreshold\n      Dimensions:\n        - Name: QueueName\n          Value: !GetAtt MyQueue.QueueName\n",
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'EnableQueue', ParameterValue: 'false' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'cloudformation.DescribeStackResources',
          { StackName: '{set2.StackId}' },
          {
            contains: {
              StackResources: [
                {
                  LogicalResourceId: 'MyTable',
                  PhysicalResourceId: 'stack-1-table',
                  ResourceStatus: 'CREATE_COMPLETE',
                  ResourceType: 'AWS::DynamoDB::Table',
                  StackId: '{set2.StackId}',
                  StackName: 'stack-1',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a key of a mapping is there',
      source: localstack('cloudformation/engine/test_mappings.py::TestCloudFormationMappings::test_mapping_with_nonexisting_key'),
      recorded: '2023-06',
      steps: [
        refused(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'test-stack-1',
            ChangeSetName: 'initial',
            TemplateBody:
              'Parameters:\n  TopicName:\n    Type: String\n\n  TopicNameSuffixSelector:\n    Type: String\n\n  TopicAttributeSelector:\n    Type: String\n    Default: Suffix\n\nResources:\n  MyTopic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName:\n        "Fn::Join":\n          - "-"\n          - - !Ref TopicName\n            - !FindInMap [TopicSuffixMap, !Ref TopicNameSuffixSelector, !Ref TopicAttributeSelector]\n\nMappings:\n  TopicSuffixMap:\n    A:\n      Suffix: suffix-a\n    B:\n      Suffix: suffix-b\n',
            ChangeSetType,
            Parameters: [
              { ParameterKey: 'TopicName', ParameterValue: 'test-topic-2' },
              { ParameterKey: 'TopicNameSuffixSelector', ParameterValue: 'C' },
            ],
          },
          'ValidationError',
          'Template error: Unable to get mapping for TopicSuffixMap::C::Suffix',
        ),
      ],
    },
    {
      title: 'placeholders of texts are replaced',
      source: localstack('cloudformation/engine/test_references.py::test_resolve_transitive_placeholders_in_strings'),
      recorded: '2024-06',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Parameters:\n  QueueName:\n    Type: String\n  Qualifier:\n    Type: String\nResources:\n  TestQueue:\n    Type: AWS::SQS::Queue\n    Properties:\n      QueueName: !Ref QueueName\n      Tags:\n        - Key: test\n          Value: !Sub "arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}:parameter${CdkBootstrapVersion}"\n  CdkBootstrapVersion:\n    Type: "AWS::SSM::Parameter"\n    Properties:\n      Type: String\n      Name: !Sub "/cdk-bootstrap/${Qualifier}/version"\n      Value: "..."\nOutputs:\n  QueueURL:\n    Value:\n      Ref: TestQueue\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [
              { ParameterKey: 'QueueName', ParameterValue: 'q-3' },
              { ParameterKey: 'Qualifier', ParameterValue: 'v4' },
            ],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'sqs.ListQueueTags',
          { QueueUrl: '{endpoint}/{account}/q-3' },
          { contains: { Tags: { test: 'arn:aws:ssm:us-east-1:{account}:parameter/cdk-bootstrap/v4/version' } } },
        ),
      ],
    },
    {
      title: 'a number is put into a text',
      source: localstack('cloudformation/engine/test_references.py::TestFnSub::test_non_string_parameter_in_sub'),
      recorded: '2024-10',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Parameters:\n  ParameterName:\n    Type: String\n\n  MyNumber:\n    Type: Number\n    Default: 3\n\nResources:\n  Parameter:\n    Type: AWS::SSM::Parameter\n    Properties:\n      Name:\n        Ref: ParameterName\n      Type: String\n      Value:\n        Fn::Sub:\n          - "my number is ${numberRef}"\n          - numberRef:\n              Ref: MyNumber\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'ParameterName', ParameterValue: 'test-param-3' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'ssm.GetParameter',
          { Name: 'test-param-3' },
          {
            contains: {
              Parameter: {
                ARN: 'arn:aws:ssm:us-east-1:{account}:parameter/test-param-3',
                DataType: 'text',
                Type: 'String',
                Value: 'my number is 3',
                Version: 1,
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a stage outlives a new deployment',
      source: localstack(
        'cloudformation/resources/test_apigateway.py::TestServerlessApigwLambda::test_serverless_like_deployment_stage_survives_update',
      ),
      recorded: '2026-02',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              '{\n  "AWSTemplateFormatVersion": "2010-09-09",\n  "Resources": {\n    "Api": {\n      "Type": "AWS::ApiGateway::RestApi",\n      "Properties": {\n        "Name": "cors-test-api"\n      }\n    },\n    "MethodGet": {\n      "Type": "AWS::ApiGateway::Method",\n      "Properties": {\n        "RestApiId": { "Ref": "Api" },\n        "ResourceId": { "Fn::GetAtt": ["Api", "RootResourceId"] },\n        "HttpMethod": "GET",\n        "AuthorizationType": "NONE",\n        "Integration": {\n          "Type": "MOCK",\n          "RequestTemplates": {\n            "application/json": "{\\"statusCode\\":200}"\n          },\n          "IntegrationResponses": [\n            {\n              "StatusCode": "200",\n              "ResponseTemplates": {\n                "application/json": "{\\"msg\\":\\"v1\\"}"\n              }\n            }\n          ]\n        },\n        "MethodResponses": [{ "StatusCode": "200" }]\n      }\n    },\n    "MethodOptions": {\n      "Type": "AWS::ApiGateway::Method",\n      "Properties": {\n        "RestApiId": { "Ref": "Api" },\n        "ResourceId": { "Fn::GetAtt": ["Api", "RootResourceId"] },\n        "HttpMethod": "OPTIONS",\n        "AuthorizationType": "NONE",\n        "Integration": {\n          "Type": "MOCK",\n          "RequestTemplates": {\n            "application/json": "{\\"statusCode\\":200}"\n          },\n          "IntegrationResponses": [\n            {\n              "StatusCode": "200",\n              "ResponseParameters": {\n                "method.response.header.Access-Control-Allow-Headers": "\'Content-Type\'",\n                "method.response.header.Access-Control-Allow-Methods": "\'GET,OPTIONS\'",\n                "method.response.header.Access-Control-Allow-Origin": "\'*\'"\n              },\n              "ResponseTemplates": {\n                "application/json": "{\\"statusCode\\":200}"\n              }\n            }\n          ]\n        },\n        "MethodResponses": [\n          {\n            "StatusCode": "200",\n            "ResponseParameters": {\n              "method.response.header.Access-Control-Allow-Headers": false,\n              "method.response.header.Access-Control-Allow-Methods": false,\n              "method.response.header.Access-Control-Allow-Origin": false\n            }\n          }\n        ]\n      }\n    },\n    "Deploy1000000001": {\n      "Type": "AWS::ApiGateway::Deployment",\n      "DependsOn": ["MethodGet", "MethodOptions"],\n      "Properties": {\n        "RestApiId": { "Ref": "Api" },\n        "StageName": "local"\n      }\n    }\n  },\n  "Outputs": {\n    "ApiId": {\n      "Value": { "Ref": "Api" }\n    }\n  }\n}',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'apigateway.GetStages',
          { restApiId: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              item: [
                {
                  cacheClusterEnabled: false,
                  cacheClusterStatus: 'NOT_AVAILABLE',
                  methodSettings: {},
                  stageName: 'local',
                  tracingEnabled: false,
                },
              ],
            },
          },
        ),
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-3',
            TemplateBody:
              '{\n  "AWSTemplateFormatVersion": "2010-09-09",\n  "Resources": {\n    "Api": {\n      "Type": "AWS::ApiGateway::RestApi",\n      "Properties": {\n        "Name": "cors-test-api"\n      }\n    },\n    "MethodGet": {\n      "Type": "AWS::ApiGateway::Method",\n      "Properties": {\n        "RestApiId": { "Ref": "Api" },\n        "ResourceId": { "Fn::GetAtt": ["Api", "RootResourceId"] },\n        "HttpMethod": "GET",\n        "AuthorizationType": "NONE",\n        "Integration": {\n          "Type": "MOCK",\n          "RequestTemplates": {\n            "application/json": "{\\"statusCode\\":200}"\n          },\n          "IntegrationResponses": [\n            {\n              "StatusCode": "200",\n              "ResponseTemplates": {\n                "application/json": "{\\"msg\\":\\"v2\\"}"\n              }\n            }\n          ]\n        },\n        "MethodResponses": [{ "StatusCode": "200" }]\n      }\n    },\n    "MethodOptions": {\n      "Type": "AWS::ApiGateway::Method",\n      "Properties": {\n        "RestApiId": { "Ref": "Api" },\n        "ResourceId": { "Fn::GetAtt": ["Api", "RootResourceId"] },\n        "HttpMethod": "OPTIONS",\n        "AuthorizationType": "NONE",\n        "Integration": {\n          "Type": "MOCK",\n          "RequestTemplates": {\n            "application/json": "{\\"statusCode\\":200}"\n          },\n          "IntegrationResponses": [\n            {\n              "StatusCode": "200",\n              "ResponseParameters": {\n                "method.response.header.Access-Control-Allow-Headers": "\'Content-Type\'",\n                "method.response.header.Access-Control-Allow-Methods": "\'GET,OPTIONS\'",\n                "method.response.header.Access-Control-Allow-Origin": "\'*\'"\n              },\n              "ResponseTemplates": {\n                "application/json": "{\\"statusCode\\":200}"\n              }\n            }\n          ]\n        },\n        "MethodResponses": [\n          {\n            "StatusCode": "200",\n            "ResponseParameters": {\n              "method.response.header.Access-Control-Allow-Headers": false,\n              "method.response.header.Access-Control-Allow-Methods": false,\n              "method.response.header.Access-Control-Allow-Origin": false\n            }\n          }\n        ]\n      }\n    },\n    "Deploy2000000002": {\n      "Type": "AWS::ApiGateway::Deployment",\n      "DependsOn": ["MethodGet", "MethodOptions"],\n      "Properties": {\n        "RestApiId": { "Ref": "Api" },\n        "StageName": "local"\n      }\n    }\n  },\n  "Outputs": {\n    "ApiId": {\n      "Value": { "Ref": "Api" }\n    }\n  }\n}',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'UPDATE',
            Parameters: [],
          },
          { as: 'set4' },
        ),
        { wait: '10s' },
        call('cloudformation.ExecuteChangeSet', { ChangeSetName: '{set4.Id}' }),
        { wait: '10s' },
        call(
          'apigateway.GetStages',
          { restApiId: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              item: [
                {
                  cacheClusterEnabled: false,
                  cacheClusterStatus: 'NOT_AVAILABLE',
                  methodSettings: {},
                  stageName: 'local',
                  tracingEnabled: false,
                },
              ],
            },
          },
        ),
        call('apigateway.GetDeployments', { restApiId: '{stacks2.Stacks.0.Outputs.0.OutputValue}' }, { contains: { items: [{}] } }),
      ],
    },
  ],
};
