// Definitions of machines in templates: as a text, as an object, as a file in a bucket; and aliases that follow a version.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines({ clock: 'system' });
});
afterAll(() => machines.emulator.stop());

const DEFINITION = { StartAt: 'A', States: { A: { Type: 'Pass', Result: '${Word}', End: true } } };

async function deploy(StackName: string, Resources: object): Promise<Record<string, string>> {
  const cfn = machines.emulator.client(CloudFormation);
  const Outputs = Object.fromEntries(Object.keys(Resources).map((id) => [id, { Value: { Ref: id } }]));
  await cfn.createStack({ StackName, TemplateBody: JSON.stringify({ Resources, Outputs }) });
  await machines.emulator.idle();
  const { Stacks } = await cfn.describeStacks({ StackName });
  expect(Stacks![0]!.StackStatus).toBe('CREATE_COMPLETE');
  return Object.fromEntries(Stacks![0]!.Outputs!.map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
}

it('takes an object, with substitutions, and an alias that follows a version', async () => {
  const refs = await deploy('object', {
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: { RoleArn: ROLE, Definition: DEFINITION, DefinitionSubstitutions: { Word: 'object' } },
    },
    Version: { Type: 'AWS::StepFunctions::StateMachineVersion', Properties: { StateMachineArn: { Ref: 'Machine' } } },
    Alias: {
      Type: 'AWS::StepFunctions::StateMachineAlias',
      Properties: { Name: 'live', DeploymentPreference: { Type: 'ALL_AT_ONCE', StateMachineVersionArn: { Ref: 'Version' } } },
    },
  });
  expect((await machines.run(refs['Alias']!)).output).toBe('"object"');
  const { routingConfiguration } = await machines.sfn.describeStateMachineAlias({ stateMachineAliasArn: refs['Alias'] });
  expect(routingConfiguration).toEqual([{ stateMachineVersionArn: refs['Version'], weight: 100 }]);
});

it('takes a file in a bucket', async () => {
  const s3 = machines.emulator.client(S3);
  await s3.createBucket({ Bucket: 'definitions' });
  await s3.putObject({ Bucket: 'definitions', Key: 'machine.json', Body: JSON.stringify(DEFINITION) });
  const { Machine } = await deploy('file', {
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        RoleArn: ROLE,
        DefinitionS3Location: { Bucket: 'definitions', Key: 'machine.json' },
        DefinitionSubstitutions: { Word: 'file' },
      },
    },
  });
  expect((await machines.run(Machine!)).output).toBe('"file"');
});

it('takes a file in YAML', async () => {
  const s3 = machines.emulator.client(S3);
  await s3.createBucket({ Bucket: 'yaml' });
  const Body = 'StartAt: Say\nStates:\n  Say: # the word\n    Type: Pass\n    Result: ${Word}\n    End: true\n';
  await s3.putObject({ Bucket: 'yaml', Key: 'machine.asl.yaml', Body });
  const Properties = {
    RoleArn: ROLE,
    DefinitionS3Location: { Bucket: 'yaml', Key: 'machine.asl.yaml' },
    DefinitionSubstitutions: { Word: 'yes' },
  };
  const { Machine } = await deploy('yaml', { Machine: { Type: 'AWS::StepFunctions::StateMachine', Properties } });
  expect((await machines.run(Machine!)).output).toBe('"yes"');
});
