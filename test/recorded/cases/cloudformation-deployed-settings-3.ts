// Recorded answers about deployed settings of the cloudformation service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';

const ChangeSetName = '{set.Id}';
const StackName = '{set2.StackId}';
const ChangeSetType = 'CREATE';

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a function of a template has several permissions',
      source: localstack('cloudformation/resources/test_lambda.py::test_multiple_lambda_permissions_for_singlefn'),
      recorded: '2024-04',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  FunctionServiceRole675BB04A:\n    Type: AWS::IAM::Role\n    Properties:\n      AssumeRolePolicyDocument:\n        Statement:\n          - Action: sts:AssumeRole\n            Effect: Allow\n            Principal:\n              Service: lambda.amazonaws.com\n        Version: "2012-10-17"\n      ManagedPolicyArns:\n        - Fn::Join:\n            - ""\n            - - "arn:"\n              - Ref: AWS::Partition\n              - :iam::aws:policy/service-role/AWSLambdaBasicExecutionRole\n  Function3:\n    Type: AWS::Lambda::Function\n    Properties:\n      Code:\n        ZipFile: |\n          def handler(event, context):\n              return {"hello": "world"}\n      Role:\n        Fn::GetAtt:\n          - FunctionServiceRole675BB04A\n          - Arn\n      Handler: index.handler\n      Runtime: python3.9\n    DependsOn:\n      - FunctionServiceRole675BB04A\n  FunctionInvoketnlpEgfIKpZyEIAINyVhXFSIfV5EJ7IaMp0cNGOcC4227DF5:\n    Type: AWS::Lambda::Permission\n    Properties:\n      Action: lambda:InvokeFunction\n      FunctionName:\n        Fn::GetAtt:\n          - Function3\n          - Arn\n      Principal: states.amazonaws.com\n  FunctionInvokearOgSVH4Ts0qbAOHNp0VMi6g5gzMbVQFH2pumFohAQA578E6CA:\n    Type: AWS::Lambda::Permission\n    Properties:\n      Action: lambda:InvokeFunction\n      FunctionName:\n        Fn::GetAtt:\n          - Function3\n          - Arn\n      Principal: lambda.amazonaws.com\nOutputs:\n  LambdaName:\n    Value:\n      Ref: Function3\n  LambdaArn:\n    Value:\n      Fn::GetAtt:\n        - Function3\n        - Arn\n  PermissionLambda:\n    Value:\n      Ref: FunctionInvokearOgSVH4Ts0qbAOHNp0VMi6g5gzMbVQFH2pumFohAQA578E6CA\n  PermissionStates:\n    Value:\n      Ref: FunctionInvoketnlpEgfIKpZyEIAINyVhXFSIfV5EJ7IaMp0cNGOcC4227DF5\n',
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
        call('cloudformation.DescribeStacks', { StackName }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName }, { as: 'stacks2' }),
        call(
          'lambda.GetPolicy',
          { FunctionName: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              Policy: json({
                Version: '2012-10-17',
                Id: 'default',
                Statement: [
                  {
                    Sid: '{stacks2.Stacks.0.Outputs.3.OutputValue}',
                    Effect: 'Allow',
                    Principal: { Service: ANY },
                    Action: 'lambda:InvokeFunction',
                    Resource: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}',
                  },
                  {
                    Sid: '{stacks2.Stacks.0.Outputs.2.OutputValue}',
                    Effect: 'Allow',
                    Principal: { Service: ANY },
                    Action: 'lambda:InvokeFunction',
                    Resource: 'arn:aws:lambda:us-east-1:{account}:function:{stacks.Stacks.0.Outputs.0.OutputValue}',
                  },
                ],
              }),
            },
          },
        ),
      ],
    },
    {
      title: 'a template makes a log stream',
      source: localstack('cloudformation/resources/test_logs.py::test_logstream'),
      recorded: '2022-07',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  logGroup68A52FBE:\n    Type: AWS::Logs::LogGroup\n    Properties:\n      RetentionInDays: 731\n    UpdateReplacePolicy: Retain\n    DeletionPolicy: Retain\n  stream3:\n    Type: AWS::Logs::LogStream\n    Properties:\n      LogGroupName:\n        Ref: logGroup68A52FBE\n    UpdateReplacePolicy: Retain\n    DeletionPolicy: Retain\nOutputs:\n  LogStreamNameOutput:\n    Value:\n      Ref: stream3\n  LogGroupNameOutput:\n    Value:\n      Ref: logGroup68A52FBE\n',
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
        call('cloudformation.DescribeStacks', { StackName }, { as: 'stacks' }),
        call('cloudformation.DescribeStacks', { StackName }, { as: 'stacks2' }),
        call(
          'logs.DescribeLogStreams',
          { logGroupName: '{stacks2.Stacks.0.Outputs.1.OutputValue}', logStreamNamePrefix: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              logStreams: [
                {
                  logStreamName: '{stacks2.Stacks.0.Outputs.0.OutputValue}',
                  arn: 'arn:aws:logs:us-east-1:{account}:log-group:{stacks.Stacks.0.Outputs.1.OutputValue}:log-stream:{stacks.Stacks.0.Outputs.0.OutputValue}',
                  storedBytes: 0,
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a policy of a bucket goes with its stack',
      source: localstack('cloudformation/resources/test_s3.py::test_bucketpolicy'),
      recorded: '2024-05',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Parameters:\n  BucketName:\n    Type: String\nResources:\n  bucket43879C71:\n    Type: AWS::S3::Bucket\n    Properties:\n      BucketName: !Ref BucketName\n      PublicAccessBlockConfiguration:\n        BlockPublicPolicy: False\n    UpdateReplacePolicy: Retain\n    DeletionPolicy: Retain\n  \n  bucketPolicy638F945D:\n    Type: AWS::S3::BucketPolicy\n    Properties:\n      Bucket:\n        Ref: bucket43879C71\n      PolicyDocument:\n        Statement:\n          - Action:\n              - s3:GetObject*\n              - s3:GetBucket*\n              - s3:List*\n            Effect: Allow\n            Principal:\n              AWS: "*"\n            Resource:\n              - Fn::GetAtt:\n                  - bucket43879C71\n                  - Arn\n              - Fn::Join:\n                  - ""\n                  - - Fn::GetAtt:\n                        - bucket43879C71\n                        - Arn\n                    - /*\n        Version: "2012-10-17"\n  ',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType,
            Parameters: [{ ParameterKey: 'BucketName', ParameterValue: 'ls-bucket-3' }],
          },
          { as: 'set' },
        ),
        { wait: '10s' },
        call('cloudformation.DescribeChangeSet', { ChangeSetName }, { as: 'set2' }),
        call('cloudformation.ExecuteChangeSet', { ChangeSetName }),
        { wait: '10s' },
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName,
            ChangeSetName: 'change-set-4',
            TemplateBody:
              'Parameters:\n  BucketName:\n    Type: String\nResources:\n  bucket43879C71:\n    Type: AWS::S3::Bucket\n    Properties:\n      BucketName: !Ref BucketName\n      PublicAccessBlockConfiguration:\n        BlockPublicPolicy: False\n    UpdateReplacePolicy: Retain\n    DeletionPolicy: Retain\n  ',
            Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
            ChangeSetType: 'UPDATE',
            Parameters: [{ ParameterKey: 'BucketName', ParameterValue: 'ls-bucket-3' }],
          },
          { as: 'set4' },
        ),
        { wait: '10s' },
        call('cloudformation.ExecuteChangeSet', { ChangeSetName: '{set4.Id}' }),
        { wait: '10s' },
        refused('s3.GetBucketPolicy', { Bucket: 'ls-bucket-3' }, 'NoSuchBucketPolicy', 'The bucket policy does not exist', { status: 404 }),
      ],
    },
    {
      title: 'a template says which origins a bucket admits',
      source: localstack('cloudformation/resources/test_s3.py::test_cors_configuration'),
      recorded: '2023-04',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              "Resources:\n  LocalBucket:\n    Type: AWS::S3::Bucket\n    Properties:\n      CorsConfiguration:\n        CorsRules:\n          - AllowedHeaders:\n              - '*'\n              - x-amz-*\n            AllowedMethods:\n              - GET\n            AllowedOrigins:\n              - '*'\n            ExposedHeaders:\n              - Date\n            Id: \"test-cors-id\"\n            MaxAge: 3600\n\n  LocalBucket2:\n    Type: AWS::S3::Bucket\n    Properties:\n      CorsConfiguration:\n        CorsRules:\n          - AllowedMethods:\n              - GET\n            AllowedOrigins:\n              - '*'\n\n\nOutputs:\n  BucketNameAllParameters:\n    Value: !Ref LocalBucket\n  BucketNameOnlyRequired:\n    Value: !Ref LocalBucket2\n",
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
        call('cloudformation.DescribeStacks', { StackName }, { as: 'stacks2' }),
        call(
          's3.GetBucketCors',
          { Bucket: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              CORSRules: [
                {
                  AllowedHeaders: ['*', 'x-amz-*'],
                  AllowedMethods: ['GET'],
                  AllowedOrigins: ['*'],
                  ExposeHeaders: ['Date'],
                  ID: 'test-cors-id',
                  MaxAgeSeconds: 3600,
                },
              ],
            },
          },
        ),
        call(
          's3.GetBucketCors',
          { Bucket: '{stacks2.Stacks.0.Outputs.1.OutputValue}' },
          { contains: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] } },
        ),
      ],
    },
    {
      title: 'a template locks a bucket',
      source: localstack('cloudformation/resources/test_s3.py::test_object_lock_configuration'),
      recorded: '2024-01',
      steps: [
        call(
          'cloudformation.CreateChangeSet',
          {
            StackName: 'stack-1',
            ChangeSetName: 'change-set-2',
            TemplateBody:
              'Resources:\n  LocalBucket:\n    Type: AWS::S3::Bucket\n    Properties:\n      ObjectLockEnabled: true\n      ObjectLockConfiguration:\n        ObjectLockEnabled: "Enabled"\n        Rule:\n          DefaultRetention:\n            Mode: "GOVERNANCE"\n            Days: 2\n\n  LocalBucket2:\n    Type: AWS::S3::Bucket\n    Properties:\n      ObjectLockEnabled: true\n\nOutputs:\n  LockConfigAllParameters:\n    Value: !Ref LocalBucket\n  LockConfigOnlyRequired:\n    Value: !Ref LocalBucket2\n',
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
        call('cloudformation.DescribeStacks', { StackName }, { as: 'stacks2' }),
        call(
          's3.GetObjectLockConfiguration',
          { Bucket: '{stacks2.Stacks.0.Outputs.0.OutputValue}' },
          {
            contains: {
              ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Days: 2, Mode: 'GOVERNANCE' } } },
            },
          },
        ),
        call(
          's3.GetObjectLockConfiguration',
          { Bucket: '{stacks2.Stacks.0.Outputs.1.OutputValue}' },
          { contains: { ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' } } },
        ),
      ],
    },
  ],
};
