// Templates that the cloud refuses whatever their parameters are: validation, change sets and stacks refuse them in the same words.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { EXPORT_NAME, exported, output, parameter, Q, REFUSED, resource, same, VALUE } from './refused-template-cases.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let ssm: SSM;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  ssm = emulator.client(SSM);
  await ssm.putParameter({ Name: '/secure', Type: 'SecureString', Value: 'hidden-Secret-1' });
  await ssm.putParameter({ Name: '/list', Type: 'StringList', Value: 'a,b, c' });
  await ssm.putParameter({ Name: '/plain', Type: 'String', Value: 'x,y' });
});
afterAll(() => emulator.stop());

const failure = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: Error) => `${error.name} ${error.message}`,
  );

it.each(REFUSED)('%s', async (_title, template, message) => {
  const TemplateBody = JSON.stringify(template);
  const answers = await Promise.all([
    failure(cfn.validateTemplate({ TemplateBody })),
    failure(cfn.createStack({ StackName: 'never', TemplateBody })),
    failure(cfn.createChangeSet({ StackName: 'never', ChangeSetName: 'none', ChangeSetType: 'CREATE', TemplateBody })),
  ]);
  for (const answer of answers) expect(answer).toContain(`ValidationError ${message}`);
});

it('accepts what looks like these and is none of them', async () => {
  const template = {
    Parameters: {
      Stage: { Type: 'String', Default: 'test' },
      Sizes: { Type: 'CommaDelimitedList', Default: 'a,b', AllowedPattern: '[a-z]' },
    },
    Mappings: { Sizes: { 'us-east-1': { small: 1, list: ['a', 'b'] }, 'v1.2': { small: 2 } } },
    Conditions: {
      Never: { 'Fn::Equals': [{ 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'small'] }, { 'Fn::Select': [0, { Ref: 'Sizes' }] }] },
    },
    Resources: {
      Q: { ...Q, DeletionPolicy: 'RetainExceptOnCreate', DependsOn: ['P'] },
      P: parameter({ 'Fn::Join': ['', { 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'list'] }] }),
      Db: { Type: 'AWS::IAM::User', Properties: { UserName: 'secured', LoginProfile: { Password: '{{resolve:ssm-secure:/secure}}' } } },
    },
    Outputs: {
      One: {
        Value: { 'Fn::If': ['Never', { Ref: 'AWS::NoValue' }, { 'Fn::Sub': ['${a_b}', { a_b: 'c' }] }] },
        Export: { Name: { 'Fn::Sub': '${AWS::StackName}:${Stage}' } },
      },
      Two: { Value: 5, Description: 'a number' },
    },
  };
  const TemplateBody = JSON.stringify(template);
  await cfn.validateTemplate({ TemplateBody });
  await cfn.createStack({ StackName: 'taken', TemplateBody, Capabilities: ['CAPABILITY_NAMED_IAM'] });
  await emulator.idle();
  expect((await cfn.describeStacks({ StackName: 'taken' })).Stacks).toMatchObject([
    { StackStatus: 'CREATE_COMPLETE', Outputs: [{ OutputValue: 'c', ExportName: 'taken:test' }, { OutputValue: '5' }] },
  ]);
});

describe('with the values of parameters', () => {
  const refused = (template: object) => failure(cfn.createStack({ StackName: 'never', TemplateBody: JSON.stringify(template) }));
  const value = (type: string, Default: string) => ({
    Parameters: { P: { Type: `AWS::SSM::Parameter::Value<${type}>`, Default } },
    Resources: { Q },
  });

  it('types of the store are those of the template', async () => {
    expect(await refused(value('String', '/secure'))).toContain(
      'Parameters [/secure] referenced by template have types not supported by CloudFormation.',
    );
    const incompatible = (name: string) => `Types for SSM parameters [${name}] defined in CFN template and SSM are incompatible`;
    expect(await refused(value('String', '/list'))).toContain(incompatible('/list'));
    expect(await refused(value('List<String>', '/plain'))).toContain(incompatible('/plain'));
    expect(await refused(value('CommaDelimitedList', '/plain'))).toContain(incompatible('/plain'));
    expect(await refused(value('String', '/plain:9'))).toContain(
      'Unable to fetch parameters [/plain:9] from parameter store for this account.',
    );
  });

  it('outputs are texts, and exports have names', async () => {
    const map = { Mappings: { M: { a: { list: ['x'] } } } };
    expect(await refused({ ...map, ...output({ Value: { 'Fn::FindInMap': ['M', 'a', 'list'] } }) })).toContain(`${VALUE} and not a List.`);
    expect(await refused({ Conditions: { C: same }, ...output({ Value: { 'Fn::If': ['C', { Ref: 'AWS::NoValue' }, 'x'] } }) })).toContain(
      `${VALUE}.`,
    );
    expect(await refused(exported({ Ref: 'P' }, { Parameters: { P: { Type: 'String', Default: 'a b' } } }))).toContain(EXPORT_NAME);
  });
});

it('references that are made of parameters show no secret, and tags of the cloud are its own', async () => {
  const Parameters = { Service: { Type: 'String', Default: 'ssm-secure' } };
  const tagged = { ...Q, Properties: { Tags: [{ Key: 'aws:mine', Value: 'x' }] } };
  const cases: [template: object, message: string][] = [
    [
      resource({ 'Fn::Sub': '{{resolve:${Service}:/secure}}' }, { Parameters }),
      'SSM Secure reference is not supported in: [AWS::SSM::Parameter/Properties/Value]',
    ],
    [resource('{{resolve:ssm:/secure}}'), 'Non-secure ssm prefix was used for secure parameter /secure'],
    [resource('{{resolve:secretsmanager:plain:SecretString:key}}'), 'Could not parse SecretString JSON'],
    [{ Resources: { T: tagged } }, 'aws: prefixed tag key names are not allowed for external use.'],
  ];
  await emulator.client(SecretsManager).createSecret({ Name: 'plain', SecretString: 'no JSON' });
  for (const [index, [template, message]] of cases.entries()) {
    const StackName = `late-${index}`;
    await cfn.createStack({ StackName, TemplateBody: JSON.stringify(template) });
    await emulator.idle();
    const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
    expect(StackEvents.map(({ ResourceStatusReason }) => ResourceStatusReason)).toContain(message);
  }
  const whole = 'whole-secret';
  await cfn.createStack({
    StackName: whole,
    TemplateBody: JSON.stringify({ Resources: { P: { ...parameter('{{resolve:secretsmanager:plain::::}}') } } }),
  });
  await emulator.idle();
  expect((await cfn.describeStacks({ StackName: whole })).Stacks![0]!.StackStatus).toBe('CREATE_COMPLETE');
});
