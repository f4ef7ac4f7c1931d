// Functions, versions, aliases.
import { Lambda } from '@aws-sdk/client-lambda';
import { expect } from 'vitest';
import { fn, queue } from './lambda-parts.ts';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const LAYERED = 'exports.handler = async () => [process.env.COLOUR, require("colour")].join(" ");';
const version = (more: object = {}) => ({ Type: 'AWS::Lambda::Version', Properties: { FunctionName: ref('Fn'), ...more } });
const RUNTIME_VERSION = 'arn:aws:lambda:us-east-1::runtime:0000000000000000000000000000000000000000000000000000000000000000';

const provisionedOf = (client: Lambda, FunctionName: string, Qualifier: string) =>
  client.getProvisionedConcurrencyConfig({ FunctionName, Qualifier }).then(
    (found) => found.RequestedProvisionedConcurrentExecutions,
    () => undefined,
  );

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Lambda::Function',
    needs: {
      Dead: queue,
      Key: { Type: 'AWS::KMS::Key', Properties: {} },
      Layer: { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: { S3Bucket: 'layers', S3Key: 'layer.zip' } } },
    },
    properties: {
      FunctionName: 'every-property',
      Description: 'says its colour',
      Role: ROLE,
      Runtime: 'nodejs20.x',
      Handler: 'index.handler',
      Layers: [ref('Layer')],
      Code: { ZipFile: LAYERED, SourceKMSKeyArn: getAtt('Key', 'Arn'), S3ObjectStorageMode: 'COPY' },
      PackageType: 'Zip',
      Architectures: ['arm64'],
      MemorySize: '256',
      Timeout: 7,
      EphemeralStorage: { Size: '600' },
      Environment: { Variables: { COLOUR: 'blue', COUNT: 3 } },
      KmsKeyArn: getAtt('Key', 'Arn'),
      DeadLetterConfig: { TargetArn: getAtt('Dead', 'Arn') },
      TracingConfig: { Mode: 'Active' },
      VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'], Ipv6AllowedForDualStack: 'true' },
      FileSystemConfigs: [
        { Arn: 'arn:aws:elasticfilesystem:us-east-1:000000000000:access-point/fsap-00000000000000000', LocalMountPath: '/mnt/x' },
      ],
      SnapStart: { ApplyOn: 'None' },
      LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'WARN', SystemLogLevel: 'DEBUG', LogGroup: 'elsewhere' },
      ReservedConcurrentExecutions: '5',
      RuntimeManagementConfig: { UpdateRuntimeOn: 'Manual', RuntimeVersionArn: RUNTIME_VERSION },
      RecursiveLoop: 'Allow',
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: FunctionName } }) => {
      const client = emulator.client(Lambda);
      const found = await client.getFunction({ FunctionName: FunctionName! });
      const management = await client.getRuntimeManagementConfig({ FunctionName: FunctionName! });
      const concurrency = await client.getFunctionConcurrency({ FunctionName: FunctionName! });
      const answer = await client.invoke({ FunctionName: FunctionName! });
      const recursion = await client.getFunctionRecursionConfig({ FunctionName: FunctionName! });
      return { ...found, management, concurrency, recursion, says: Buffer.from(answer.Payload!).toString() };
    },
    history: ['logs.'],
    ref: /^every-property$/,
    expected: {
      says: '"blue from the layer"',
      management: { UpdateRuntimeOn: 'Manual', RuntimeVersionArn: RUNTIME_VERSION },
      concurrency: { ReservedConcurrentExecutions: 5 },
      recursion: { RecursiveLoop: 'Allow' },
      Code: { SourceKMSKeyArn: expect.stringContaining(':key/') },
      Tags: { team: 'blue', stage: 'test' },
      Configuration: {
        State: 'Active',
        Description: 'says its colour',
        Role: ROLE,
        Runtime: 'nodejs20.x',
        Handler: 'index.handler',
        Layers: [{ Arn: expect.stringContaining(':layer:') }],
        Architectures: ['arm64'],
        MemorySize: 256,
        Timeout: 7,
        EphemeralStorage: { Size: 600 },
        Environment: { Variables: { COLOUR: 'blue', COUNT: '3' } },
        KMSKeyArn: expect.stringContaining(':key/'),
        DeadLetterConfig: { TargetArn: expect.stringContaining('sqs') },
        TracingConfig: { Mode: 'Active' },
        VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'], Ipv6AllowedForDualStack: true },
        FileSystemConfigs: [{ LocalMountPath: '/mnt/x' }],
        LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'WARN', SystemLogLevel: 'DEBUG', LogGroup: 'elsewhere' },
      },
    },
    change: {
      properties: {
        FunctionName: 'every-property',
        Role: `${ROLE}-other`,
        Runtime: 'nodejs20.x',
        Handler: 'index.other',
        Code: { ZipFile: 'exports.other = async () => "other";' },
        PackageType: 'Zip',
        Timeout: 8,
        LoggingConfig: { LogFormat: 'JSON' },
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        says: '"other"',
        management: { UpdateRuntimeOn: 'Auto' },
        recursion: { RecursiveLoop: 'Terminate' },
        Tags: { team: 'red' },
        Configuration: {
          Description: '',
          Role: `${ROLE}-other`,
          Handler: 'index.other',
          Architectures: ['x86_64'],
          MemorySize: 128,
          Timeout: 8,
          EphemeralStorage: { Size: 512 },
          TracingConfig: { Mode: 'PassThrough' },
          LoggingConfig: {
            LogFormat: 'JSON',
            LogGroup: '/aws/lambda/every-property',
            ApplicationLogLevel: 'INFO',
            SystemLogLevel: 'INFO',
          },
          DeadLetterConfig: undefined,
          Layers: undefined,
          KMSKeyArn: undefined,
        },
      },
    },
    untested: {
      'Code.S3Bucket': 'in a test of its own',
      'Code.S3Key': 'in a test of its own',
      'Code.S3ObjectVersion': 'in a test of its own',
      'Code.ImageUri': 'needs a container engine',
      ImageConfig: 'needs a container engine',
      CodeSigningConfigArn: 'needs what no type makes: in a test of its own',
      CapacityProviderConfig: 'needs what no type makes: in a test of its own',
    },
  },
  {
    type: 'AWS::Lambda::Function',
    needs: { Key: { Type: 'AWS::KMS::Key', Properties: {} } },
    properties: {
      ...fn().Properties,
      FunctionName: 'tenants',
      TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
      DurableConfig: { ExecutionTimeout: '60', RetentionPeriodInDays: 3, KMSKeyArn: getAtt('Key', 'Arn') },
    },
    readBack: async (emulator, { ref: { It } }) => (await emulator.client(Lambda).getFunction({ FunctionName: It! })).Configuration,
    ref: /^tenants$/,
    expected: {
      TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
      DurableConfig: { ExecutionTimeout: 60, RetentionPeriodInDays: 3, KMSKeyArn: expect.stringContaining(':key/') },
    },
  },
  {
    type: 'AWS::Lambda::Version',
    needs: { Fn: fn() },
    properties: {
      FunctionName: ref('Fn'),
      Description: 'the first',
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: '1' },
      RuntimePolicy: { UpdateRuntimeOn: 'Manual', RuntimeVersionArn: RUNTIME_VERSION },
    },
    readBack: async (emulator, { ref: { It: FunctionName } }) => {
      const client = emulator.client(Lambda);
      const found = await client.getFunction({ FunctionName: FunctionName! });
      const management = await client.getRuntimeManagementConfig({ FunctionName: FunctionName! });
      return { ...found, management, provisioned: await provisionedOf(client, FunctionName!, '1') };
    },
    ref: /^arn:aws:lambda:us-east-1:000000000000:function:t-[A-Za-z0-9-]+:1$/,
    expected: {
      Configuration: { Version: '1', Description: 'the first', State: 'Active' },
      provisioned: 1,
      management: { UpdateRuntimeOn: 'Manual', RuntimeVersionArn: RUNTIME_VERSION },
    },
    untested: {
      CodeSha256: 'the hash of inline code is not known to a template; refused when it is another: in a test of its own',
    },
  },
  {
    type: 'AWS::Lambda::Alias',
    needs: {
      Fn: fn(),
      One: version({ Description: 'one' }),
    },
    properties: {
      FunctionName: ref('Fn'),
      FunctionVersion: getAtt('One', 'Version'),
      Name: 'live',
      Description: 'what is live',
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 },
    },
    readBack: async (emulator, { ref: { Fn } }) => {
      const client = emulator.client(Lambda);
      const found = await client.getAlias({ FunctionName: Fn!, Name: 'live' });
      return { ...found, provisioned: await provisionedOf(client, Fn!, 'live') };
    },
    ref: /^arn:aws:lambda:us-east-1:000000000000:function:[^:]+:live$/,
    expected: { Name: 'live', FunctionVersion: '1', Description: 'what is live', provisioned: 2 },
    change: {
      properties: { FunctionName: ref('Fn'), FunctionVersion: '1', Name: 'live' },
      expected: { Name: 'live', FunctionVersion: '1', Description: '', provisioned: undefined },
    },
    untested: { RoutingConfig: 'needs two versions: in a test of its own' },
  },
];
