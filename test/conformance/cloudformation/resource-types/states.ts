// State machines with their versions and aliases, and activities.
import { SFN } from '@aws-sdk/client-sfn';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const definition = (seconds: string): string =>
  JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Wait', Seconds: 'SECONDS', End: true } } }).replace('"SECONDS"', seconds);
const MACHINE = { Type: 'AWS::StepFunctions::StateMachine', Properties: { RoleArn: ROLE, DefinitionString: definition('1') } };
const VERSION = { Type: 'AWS::StepFunctions::StateMachineVersion', Properties: { StateMachineArn: ref('Machine') } };
const KEY = { Type: 'AWS::KMS::Key' };
const encryption = {
  Type: 'CUSTOMER_MANAGED_KMS_KEY',
  KmsKeyId: getAtt('Key', 'Arn'),
  KmsDataKeyReusePeriodSeconds: 600,
};
const sfn = (emulator: TestEmulator) => emulator.client(SFN);

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::StepFunctions::StateMachine',
    needs: { Group: { Type: 'AWS::Logs::LogGroup' }, Key: KEY },
    properties: {
      StateMachineName: 'every-property',
      StateMachineType: 'EXPRESS',
      RoleArn: ROLE,
      DefinitionString: definition('${Seconds}'),
      DefinitionSubstitutions: { Seconds: 5 },
      LoggingConfiguration: {
        Level: 'ALL',
        IncludeExecutionData: true,
        Destinations: [{ CloudWatchLogsLogGroup: { LogGroupArn: getAtt('Group', 'Arn') } }],
      },
      TracingConfiguration: { Enabled: true },
      EncryptionConfiguration: encryption,
      Tags: TAGS,
    },
    readBack: async (emulator, { attributes }) => {
      const found = await sfn(emulator).describeStateMachine({ stateMachineArn: attributes['Arn']! });
      const { tags } = await sfn(emulator).listTagsForResource({ resourceArn: attributes['Arn']! });
      return { ...found, tags };
    },
    ref: /^arn:aws:states:us-east-1:000000000000:stateMachine:every-property$/,
    expected: {
      name: 'every-property',
      type: 'EXPRESS',
      roleArn: ROLE,
      definition: definition('5'),
      loggingConfiguration: { level: 'ALL', includeExecutionData: true },
      tracingConfiguration: { enabled: true },
      encryptionConfiguration: { type: 'CUSTOMER_MANAGED_KMS_KEY', kmsDataKeyReusePeriodSeconds: 600 },
      tags: TAGS.map(({ Key, Value }) => ({ key: Key, value: Value })),
    },
    change: {
      properties: { StateMachineName: 'every-property', StateMachineType: 'EXPRESS', RoleArn: ROLE, DefinitionString: definition('7') },
      expected: {
        definition: definition('7'),
        loggingConfiguration: { level: 'OFF' },
        tracingConfiguration: { enabled: false },
        encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
        tags: [],
      },
    },
    history: ['states.revisions'],
    untested: {
      Definition: 'an object in place of the text: in a test of its own',
      DefinitionS3Location: 'a file in place of the text: in a test of its own',
    },
  },
  {
    type: 'AWS::StepFunctions::StateMachineVersion',
    needs: { Machine: MACHINE },
    properties: {
      StateMachineArn: ref('Machine'),
      StateMachineRevisionId: getAtt('Machine', 'StateMachineRevisionId'),
      Description: 'the first',
    },
    readBack: (emulator, { attributes }) => sfn(emulator).describeStateMachine({ stateMachineArn: attributes['Arn']! }),
    ref: /^arn:aws:states:us-east-1:000000000000:stateMachine:[^:]+:1$/,
    expected: { description: 'the first', definition: definition('1') },
  },
  {
    type: 'AWS::StepFunctions::StateMachineAlias',
    needs: { Machine: MACHINE, One: VERSION },
    properties: {
      Name: 'live',
      Description: 'what is live',
      StateMachineArn: ref('Machine'),
      RoutingConfiguration: [{ StateMachineVersionArn: ref('One'), Weight: '100' }],
    },
    readBack: (emulator, { attributes }) => sfn(emulator).describeStateMachineAlias({ stateMachineAliasArn: attributes['Arn']! }),
    ref: /^arn:aws:states:us-east-1:000000000000:stateMachine:[^:]+:live$/,
    expected: { name: 'live', description: 'what is live', routingConfiguration: [{ weight: 100 }] },
    change: {
      properties: {
        Name: 'live',
        Description: 'something else',
        StateMachineArn: ref('Machine'),
        RoutingConfiguration: [{ StateMachineVersionArn: ref('One'), Weight: 100 }],
      },
      expected: { description: 'something else' },
    },
    untested: { DeploymentPreference: 'in place of the routes: in a test of its own' },
  },
  {
    type: 'AWS::StepFunctions::Activity',
    needs: { Key: KEY },
    properties: { Name: 'every-property', EncryptionConfiguration: encryption, Tags: TAGS },
    readBack: async (emulator, { attributes }) => {
      const found = await sfn(emulator).describeActivity({ activityArn: attributes['Arn']! });
      const { tags } = await sfn(emulator).listTagsForResource({ resourceArn: attributes['Arn']! });
      return { ...found, tags };
    },
    ref: /^arn:aws:states:us-east-1:000000000000:activity:every-property$/,
    expected: {
      name: 'every-property',
      encryptionConfiguration: { type: 'CUSTOMER_MANAGED_KMS_KEY', kmsDataKeyReusePeriodSeconds: 600 },
      tags: TAGS.map(({ Key, Value }) => ({ key: Key, value: Value })),
    },
    change: {
      properties: { Name: 'every-property', EncryptionConfiguration: encryption, Tags: TAGS.slice(0, 1) },
      expected: { tags: [{ key: 'team', value: 'blue' }] },
    },
  },
];
