// Resources of types that no service offers are kept as records: values of the right form, updates by the specification, drift, deletion.
import { type Capability, CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

async function deploy(StackName: string, template: object, Capabilities: Capability[] = ['CAPABILITY_IAM'], client = cfn, on = emulator) {
  const exists = await client.describeStacks({ StackName }).then(
    () => true,
    () => false,
  );
  const request = { StackName, TemplateBody: JSON.stringify(template), Capabilities };
  await (exists ? client.updateStack(request) : client.createStack(request));
  await on.idle();
  const { StackStatus, Outputs = [] } = (await client.describeStacks({ StackName })).Stacks![0]!;
  return { status: StackStatus, outputs: Object.fromEntries(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])) };
}
const ids = async (StackName: string) =>
  Object.fromEntries(
    (await cfn.describeStackResources({ StackName })).StackResources!.map(({ LogicalResourceId, PhysicalResourceId }) => [
      LogicalResourceId,
      PhysicalResourceId!,
    ]),
  );
const ref = (name: string) => ({ Ref: name });
const attribute = (...path: string[]) => ({ 'Fn::GetAtt': path });

const NETWORK = {
  Vpc: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.0.0.0/16', Tags: [{ Key: 'Name', Value: 'shop' }] } },
  Subnet: {
    Type: 'AWS::EC2::Subnet',
    Properties: { VpcId: ref('Vpc'), CidrBlock: '10.0.1.0/24', AvailabilityZone: { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] } },
  },
  Gateway: { Type: 'AWS::EC2::InternetGateway' },
  Attached: { Type: 'AWS::EC2::VPCGatewayAttachment', Properties: { VpcId: ref('Vpc'), InternetGatewayId: ref('Gateway') } },
  Table: { Type: 'AWS::EC2::RouteTable', Properties: { VpcId: ref('Vpc') } },
  Out: {
    Type: 'AWS::EC2::Route',
    DependsOn: 'Attached',
    Properties: { RouteTableId: ref('Table'), DestinationCidrBlock: '0.0.0.0/0', GatewayId: ref('Gateway') },
  },
  Associated: { Type: 'AWS::EC2::SubnetRouteTableAssociation', Properties: { SubnetId: ref('Subnet'), RouteTableId: ref('Table') } },
  Address: { Type: 'AWS::EC2::EIP', Properties: { Domain: 'vpc' } },
  Nat: { Type: 'AWS::EC2::NatGateway', Properties: { SubnetId: ref('Subnet'), AllocationId: attribute('Address', 'AllocationId') } },
  Group: { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'functions', VpcId: ref('Vpc') } },
  Closed: {
    Type: 'Custom::VpcRestrictDefaultSG',
    Properties: { ServiceToken: 'none', DefaultSecurityGroupId: attribute('Vpc', 'DefaultSecurityGroup') },
  },
};
const ROLE = {
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    },
  },
};

describe('a network', () => {
  it('deploys around a function, with identifiers of the forms that the service makes', async () => {
    const { status, outputs } = await deploy('network', {
      Resources: {
        ...NETWORK,
        Role: ROLE,
        Run: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Runtime: 'nodejs22.x',
            Handler: 'index.handler',
            Role: attribute('Role', 'Arn'),
            Code: { ZipFile: 'exports.handler = async () => 1' },
            VpcConfig: { SubnetIds: [ref('Subnet')], SecurityGroupIds: [attribute('Group', 'GroupId')] },
          },
        },
      },
      Outputs: {
        Block: { Value: attribute('Vpc', 'CidrBlock') },
        Default: { Value: attribute('Vpc', 'DefaultSecurityGroup') },
        Zone: { Value: attribute('Subnet', 'AvailabilityZone') },
        Allocation: { Value: attribute('Address', 'AllocationId') },
        Function: { Value: ref('Run') },
      },
    });
    expect(status).toBe('CREATE_COMPLETE');
    const made = await ids('network');
    const hex = '0[0-9a-f]{16}';
    expect(made['Vpc']).toMatch(new RegExp(`^vpc-${hex}$`));
    expect(made['Subnet']).toMatch(new RegExp(`^subnet-${hex}$`));
    expect(made['Gateway']).toMatch(new RegExp(`^igw-${hex}$`));
    expect(made['Table']).toMatch(new RegExp(`^rtb-${hex}$`));
    expect(made['Out']).toBe(`${made['Table']}|0.0.0.0/0`);
    expect(made['Attached']).toBe(`IGW|${made['Vpc']}`);
    expect(made['Associated']).toMatch(new RegExp(`^rtbassoc-${hex}$`));
    expect(made['Address']).toMatch(/^203\.0\.113\.\d+$/);
    expect(made['Nat']).toMatch(new RegExp(`^nat-${hex}$`));
    expect(made['Group']).toMatch(new RegExp(`^sg-${hex}$`));
    expect(outputs).toMatchObject({
      Block: '10.0.0.0/16',
      Default: expect.stringMatching(new RegExp(`^sg-${hex}$`)),
      Zone: 'us-east-1a',
      Allocation: expect.stringMatching(new RegExp(`^eipalloc-${hex}$`)),
    });
    const { VpcConfig } = await emulator.client(Lambda).getFunctionConfiguration({ FunctionName: outputs['Function'] });
    expect(VpcConfig).toMatchObject({ SubnetIds: [made['Subnet']], SecurityGroupIds: [made['Group']] });
  });

  it('is told to be recorded by its events and in the log, and nothing else is', async () => {
    const { StackEvents } = await cfn.describeStackEvents({ StackName: 'network' });
    const reason = (id: string) =>
      StackEvents!.find(({ LogicalResourceId, ResourceStatus }) => LogicalResourceId === id && ResourceStatus === 'CREATE_COMPLETE')!
        .ResourceStatusReason;
    expect(reason('Vpc')).toBe('Recorded, does nothing here: no service of the emulator offers this type.');
    expect(reason('Closed')).toMatch(/^Recorded/);
    expect(reason('Run')).toBeUndefined();
    expect(emulator.lines.join('\n')).toMatch(/stack network: recorded, does nothing here: AWS::EC2::EIP, .*AWS::EC2::VPC/);
  });

  it('is updated in place or replaced by the specification, and deleted with its stack', async () => {
    const before = await ids('network');
    const changed = structuredClone(NETWORK);
    changed.Vpc.Properties.Tags[0]!.Value = 'other';
    changed.Subnet.Properties.CidrBlock = '10.0.2.0/24';
    expect((await deploy('network', { Resources: changed })).status).toBe('UPDATE_COMPLETE');
    const after = await ids('network');
    expect(after['Vpc']).toBe(before['Vpc']);
    expect(after['Subnet']).not.toBe(before['Subnet']);
    expect(after['Subnet']).toMatch(/^subnet-/);
    await cfn.detectStackDrift({ StackName: 'network' });
    const { StackResourceDrifts } = await cfn.describeStackResourceDrifts({ StackName: 'network' });
    expect(StackResourceDrifts!.find(({ LogicalResourceId }) => LogicalResourceId === 'Vpc')).toMatchObject({
      StackResourceDriftStatus: 'IN_SYNC',
    });
    await cfn.deleteStack({ StackName: 'network' });
    await emulator.idle();
    await expect(cfn.describeStacks({ StackName: 'network' })).rejects.toThrow('does not exist');
  });
});

it('a SAM function in a network deploys', async () => {
  const Run = {
    Type: 'AWS::Serverless::Function',
    Properties: {
      Runtime: 'nodejs22.x',
      Handler: 'index.handler',
      InlineCode: 'exports.handler = async () => 1',
      VpcConfig: { SubnetIds: [ref('Subnet')], SecurityGroupIds: [ref('Group')] },
    },
  };
  const template = { Transform: 'AWS::Serverless-2016-10-31', Resources: { ...NETWORK, Run } };
  expect((await deploy('sam', template, ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'])).status).toBe('CREATE_COMPLETE');
});

it('properties are checked, and names that are taken', async () => {
  const vpc = { Type: 'AWS::EC2::VPC', Properties: { CidrBlok: '10.0.0.0/16' } };
  await expect(deploy('typo', { Resources: { V: vpc } })).rejects.toThrow('extraneous key [CidrBlok] is not permitted');
  const alarm = {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      ...{ AlarmName: 'a', ComparisonOperator: 'GreaterThanThreshold', EvaluationPeriods: 1, Threshold: 1 },
      ...{ Namespace: 'AWS/Lambda', MetricName: 'Errors', Statistic: 'Sum', Period: 60 },
    },
  };
  const { outputs } = await deploy('alarm', {
    Resources: { A: alarm },
    Outputs: { Arn: { Value: attribute('A', 'Arn') }, Name: { Value: ref('A') } },
  });
  expect(outputs).toEqual({ Arn: 'arn:aws:cloudwatch:us-east-1:000000000000:alarm:a', Name: 'a' });
  expect((await deploy('alarm-again', { Resources: { A: alarm } })).status).toBe('ROLLBACK_COMPLETE');
});

describe('CFN_UNSUPPORTED=record', () => {
  const Resources = {
    Cluster: { Type: 'AWS::ECS::Cluster', Properties: { ClusterName: 'c' } },
    Pool: {
      Type: 'AWS::Batch::ComputeEnvironment',
      Properties: { Type: 'UNMANAGED' },
    },
  };
  const Outputs = { Cluster: { Value: ref('Cluster') }, Arn: { Value: attribute('Cluster', 'Arn') }, Pool: { Value: ref('Pool') } };

  it('records any type that the specification knows, and no other', async () => {
    await using lenient = await startTestEmulator({ options: { CFN_UNSUPPORTED: 'record' } });
    const client = lenient.client(CloudFormation);
    const { status, outputs } = await deploy('any', { Resources, Outputs }, [], client, lenient);
    expect(status).toBe('CREATE_COMPLETE');
    expect(outputs).toEqual({
      Cluster: 'c',
      Arn: 'arn:aws:ecs:us-east-1:000000000000:cluster/c',
      Pool: expect.stringMatching(/^arn:aws:batch:us-east-1:000000000000:compute-environment\/any-Pool-\w{12}$/),
    });
    await expect(deploy('none', { Resources: { X: { Type: 'AWS::ECS::Clusters' } } }, [], client, lenient)).rejects.toThrow(
      'Unrecognized resource types: [AWS::ECS::Clusters]',
    );
  });

  it('is named where a type is refused without it', async () => {
    await expect(deploy('refused', { Resources })).rejects.toThrow('CFN_UNSUPPORTED=record deploys it as a record that does nothing.');
  });
});
