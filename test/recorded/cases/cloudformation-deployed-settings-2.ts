// Recorded answers about deployed settings of the cloudformation service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`cloudformation/resources/test_lambda.py::${name}`);
const ChangeSetName = '{set.Id}';
const StackName = 'stack-1';
const ChangeSetType = 'CREATE';

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a template makes the URL of a function',
      source: test('test_cfn_function_url'),
      recorded: '2024-04',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  FunctionServiceRole675BB04A:\n    Type: AWS::IAM::Role\n    Properties:\n      AssumeRolePolicyDocument:\n        Statement:\n          - Action: sts:AssumeRole\n            Effect: Allow\n            Principal:\n              Service: lambda.amazonaws.com\n        Version: "2012-10-17"\n      ManagedPolicyArns:\n        - Fn::Join:\n            - ""\n            - - "arn:"\n              - Ref: AWS::Partition\n              - :iam::aws:policy/service-role/AWSLambdaBasicExecutionRole\n  Function3:\n    Type: AWS::Lambda::Function\n    Properties:\n      Description: "function to test lambda function url"\n      Code:\n        ZipFile: |\n          def handler(event, context):\n              return {"hello": "world"}\n      Role:\n        Fn::GetAtt:\n          - FunctionServiceRole675BB04A\n          - Arn\n      Handler: index.handler\n      Runtime: python3.9\n    DependsOn:\n      - FunctionServiceRole675BB04A\n  FunctioninvokefunctionurlA70D8F37:\n    Type: AWS::Lambda::Permission\n    Properties:\n      Action: lambda:InvokeFunctionUrl\n      FunctionName:\n        Fn::GetAtt:\n          - Function3\n          - Arn\n      Principal: "*"\n      FunctionUrlAuthType: NONE\n  UrlD4FAABD0:\n    Type: AWS::Lambda::Url\n    Properties:\n      AuthType: NONE\n      TargetFunctionArn:\n        Fn::GetAtt:\n          - Function3\n          - Arn\nOutputs:\n  LambdaName:\n    Value:\n      Ref: Function3\n  LambdaUrl:\n    Value:\n      Fn::GetAtt:\n        - UrlD4FAABD0\n        - FunctionUrl\n  LambdaArn:\n    Value:\n      Fn::GetAtt:\n        - Function3\n        - Arn\n',
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
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'cloudformation.DescribeStackResource',
          { StackName, LogicalResourceId: '{set2.Changes.3.ResourceChange.LogicalResourceId}' },
          {
            contains: {
              StackResourceDetail: {
                LogicalResourceId: '{set2.Changes.3.ResourceChange.LogicalResourceId}',
                PhysicalResourceId: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}',
                ResourceStatus: 'CREATE_COMPLETE',
                ResourceType: 'AWS::Lambda::Url',
                StackId: '{set2.StackId}',
                StackName: 'stack-1',
              },
            },
          },
        ),
        call(
          'lambda.GetFunctionUrlConfig',
          { FunctionName: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              AuthType: 'NONE',
              FunctionArn: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}',
              InvokeMode: 'BUFFERED',
            },
          },
        ),
        refused(
          'lambda.GetFunctionUrlConfig',
          { FunctionName: '{stacks2.Stacks.0.Outputs.0.OutputValue}', Qualifier: 'unknownalias' },
          'ResourceNotFoundException',
          'The resource you requested does not exist.',
          { status: 404 },
        ),
        call(
          'lambda.GetFunctionUrlConfig',
          { FunctionName: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              AuthType: 'NONE',
              FunctionArn: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}',
              InvokeMode: 'BUFFERED',
            },
          },
        ),
      ],
    },
    {
      title: 'a template says how a function logs',
      source: test('test_lambda_logging_config'),
      recorded: '2025-04',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'AWSTemplateFormatVersion: 2010-09-09\n\nParameters:\n  FunctionName:\n    Type: String\n\nResources:\n  MyFnServiceRole:\n    Type: AWS::IAM::Role\n    Properties:\n      AssumeRolePolicyDocument:\n        Statement:\n          - Action: sts:AssumeRole\n            Effect: Allow\n            Principal:\n              Service: lambda.amazonaws.com\n        Version: "2012-10-17"\n      ManagedPolicyArns:\n        - Fn::Join:\n            - ""\n            - - "arn:"\n              - Ref: AWS::Partition\n              - :iam::aws:policy/service-role/AWSLambdaBasicExecutionRole\n\n  LambdaFunction:\n    Type: AWS::Lambda::Function\n    Properties:\n      FunctionName: !Ref FunctionName\n      Code:\n        ZipFile: |\n          def handler(event, context):\n            return {\n              statusCode: 200,\n              body: "Hello, World!" \n            }\n      Role:\n        Fn::GetAtt:\n          - MyFnServiceRole\n          - Arn\n      Handler: index.handler\n      Runtime: python3.12\n      LoggingConfig:\n        LogFormat: JSON\n    DependsOn:\n      - MyFnServiceRole\n\n  Version:\n    Type: AWS::Lambda::Version\n    Properties:\n      FunctionName: !Ref LambdaFunction\n      Description: v1\n\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'FunctionName', ParameterValue: 'function3' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'cloudformation.DescribeStackResources',
          { StackName },
          {
            contains: {
              StackResources: [
                {
                  ResourceStatus: 'CREATE_COMPLETE',
                  ResourceType: 'AWS::Lambda::Function',
                  StackId: '{set2.StackId}',
                  StackName: 'stack-1',
                },
                { ResourceStatus: 'CREATE_COMPLETE', ResourceType: 'AWS::IAM::Role', StackId: '{set2.StackId}', StackName: 'stack-1' },
                {
                  ResourceStatus: 'CREATE_COMPLETE',
                  ResourceType: 'AWS::Lambda::Version',
                  StackId: '{set2.StackId}',
                  StackName: 'stack-1',
                },
              ],
            },
          },
        ),
        call(
          'lambda.GetFunction',
          { FunctionName: 'function3' },
          {
            contains: {
              Configuration: {
                LoggingConfig: {
                  ApplicationLogLevel: 'INFO',
                  LogFormat: 'JSON',
                  LogGroup: '/aws/lambda/function3',
                  SystemLogLevel: 'INFO',
                },
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a template makes a configuration of signed code',
      source: test('test_lambda_code_signing_config'),
      recorded: '2024-04',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'AWSTemplateFormatVersion: 2010-09-09\n\nParameters:\n  SignerArn:\n    Type: String\n\nResources:\n  CodeSigningConfig:\n    Type: "AWS::Lambda::CodeSigningConfig"\n    Properties:\n      Description: "Code Signing"\n      AllowedPublishers:\n        SigningProfileVersionArns:\n          - !Ref SignerArn\n      CodeSigningPolicies:\n        UntrustedArtifactOnDeployment: Enforce\n\nOutputs:\n  RefValue:\n    Value: !Ref CodeSigningConfig\n  Arn:\n    Value: !GetAtt [CodeSigningConfig, CodeSigningConfigArn]\n  Id:\n    Value: !GetAtt [CodeSigningConfig, CodeSigningConfigId]\n',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'SignerArn', ParameterValue: 'arn:aws:signer:us-east-1:{account}:/signing-profiles/test' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'cloudformation.DescribeStackResources',
          { StackName },
          {
            contains: {
              StackResources: [
                {
                  LogicalResourceId: 'CodeSigningConfig',
                  PhysicalResourceId: 'arn:aws:lambda:us-east-1:{account}:code-signing-config:{stacks.Stacks.0.Outputs.2.OutputValue}',
                  ResourceStatus: 'CREATE_COMPLETE',
                  ResourceType: 'AWS::Lambda::CodeSigningConfig',
                  StackId: '{set2.StackId}',
                  StackName: 'stack-1',
                },
              ],
            },
          },
        ),
        call(
          'lambda.GetCodeSigningConfig',
          { CodeSigningConfigArn: 'arn:aws:lambda:us-east-1:{account}:code-signing-config:{stacks.Stacks.0.Outputs.2.OutputValue}' },
          {
            contains: {
              CodeSigningConfig: {
                AllowedPublishers: { SigningProfileVersionArns: ['arn:aws:signer:us-east-1:{account}:/signing-profiles/test'] },
                CodeSigningConfigArn: 'arn:aws:lambda:us-east-1:{account}:code-signing-config:{stacks.Stacks.0.Outputs.2.OutputValue}',
                CodeSigningConfigId: '{stacks2.Stacks.0.Outputs.2.OutputValue}',
                CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Enforce' },
                Description: 'Code Signing',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a template says how often events are tried',
      source: test('test_event_invoke_config'),
      recorded: '2024-04',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  fnServiceRole5D180AFD:\n    Type: AWS::IAM::Role\n    Properties:\n      AssumeRolePolicyDocument:\n        Statement:\n          - Action: sts:AssumeRole\n            Effect: Allow\n            Principal:\n              Service: lambda.amazonaws.com\n        Version: "2012-10-17"\n      ManagedPolicyArns:\n        - Fn::Join:\n            - ""\n            - - "arn:"\n              - Ref: AWS::Partition\n              - :iam::aws:policy/service-role/AWSLambdaBasicExecutionRole\n  function:\n    Type: AWS::Lambda::Function\n    Properties:\n      Handler: index.handler\n      Role:\n        Fn::GetAtt:\n          - fnServiceRole5D180AFD\n          - Arn\n      Code:\n        ZipFile: |\n          exports.handler = async (event) => {\n              console.log(JSON.stringify(event, null, 2));\n              const response = {\n                  statusCode: 200,\n                  body: JSON.stringify(\'Hello from Lambda!\'),\n              };\n              return response;\n          };\n      Runtime: nodejs20.x\n      TracingConfig:\n        Mode: Active\n  version:\n    Type: AWS::Lambda::Version\n    Properties:\n      FunctionName: !Ref function\n  asyncconfig:\n    Type: AWS::Lambda::EventInvokeConfig\n    Properties:\n      FunctionName: !Ref function\n      MaximumEventAgeInSeconds: 300\n      MaximumRetryAttempts: 1\n      Qualifier: !GetAtt version.Version\n\nOutputs:\n  FunctionName:\n    Value: !Ref function\n  FunctionQualifier:\n    Value: !GetAtt version.Version\n',
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
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName: '{set2.StackId}' }, { as: 'stacks2' }),
        call(
          'lambda.GetFunctionEventInvokeConfig',
          { FunctionName: '{stacks2.Stacks.0.Outputs.0.OutputValue}', Qualifier: '1' },
          {
            contains: {
              DestinationConfig: { OnFailure: {}, OnSuccess: {} },
              FunctionArn: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}:1',
              MaximumEventAgeInSeconds: 300,
              MaximumRetryAttempts: 1,
            },
          },
        ),
      ],
    },
  ],
};
