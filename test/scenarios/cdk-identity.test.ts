// An app of the CDK under IAM_ENFORCEMENT=enforce: an administrator bootstraps, and a developer, who may do nothing but assume the roles of the bootstrap,
// deploys. It runs unchanged; without one grant exactly that call fails, in the cloud's words, and `emulator policy` proposes the grant.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allow, type Caller, userWith } from '../conformance/iam/use-identities.ts';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-identity', import.meta.url));
const variablesOf = ({ credentials }: Caller) => ({
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

describe.skipIf(isMissing('an app of the CDK whose calls are judged', whyNoLongScenario() ?? whyNoCdk()))(
  'an app of the CDK whose calls are judged',
  () => {
    let emulator: TestEmulator;
    let app: CdkApp;
    let outputs: Record<string, string>;

    const deploy = async (...context: readonly string[]): Promise<void> => {
      await app.cdk('deploy', '--require-approval', 'never', ...context);
      const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Permissions' });
      outputs = Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    };
    const invoke = async (id: string) => {
      const { FunctionError, Payload } = await emulator
        .client(Lambda)
        .invoke({ FunctionName: outputs['FunctionName'], Payload: JSON.stringify({ id }) });
      return { FunctionError, text: Buffer.from(Payload!).toString() };
    };

    beforeAll(async () => {
      emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded', IAM_ENFORCEMENT: 'enforce' } });
      using bootstrapping = openApp(APP, emulator.url, variablesOf(await userWith(emulator, 'admin', [allow('*')])));
      await bootstrapping.cdk('bootstrap', 'aws://000000000000/us-east-1');
      const developer = await userWith(emulator, 'developer', [allow('sts:AssumeRole', 'arn:aws:iam::*:role/cdk-*')]);
      app = openApp(APP, emulator.url, variablesOf(developer));
      await deploy();
    });
    afterAll(async () => {
      await emulator?.stop();
      app?.[Symbol.dispose]();
    });

    it('runs unchanged with the grants of its constructs', async () => {
      expect(await invoke('1')).toEqual({ FunctionError: undefined, text: '"1"' });
      await emulator.client(SQS).sendMessage({ QueueUrl: outputs['IncomingUrl'], MessageBody: '2' });
      const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl: outputs['OutgoingUrl'], WaitTimeSeconds: 5 });
      expect(Messages?.map(({ Body }) => Body)).toEqual(['1']);
      expect((await emulator.policyOf(outputs['RoleArn']!)).missing).toEqual([]);
    });

    it('fails in the cloud’s words where one grant is missing, which is proposed', async () => {
      await deploy('-c', 'without=queue');
      const { FunctionError, text } = await invoke('3');
      const role = outputs['RoleArn']!.split('/')[1]!;
      expect(FunctionError).toBe('Unhandled');
      expect(text).toContain(
        `User: arn:aws:sts::000000000000:assumed-role/${role}/${outputs['FunctionName']} is not authorized to perform: sqs:sendmessage on resource: ${outputs['OutgoingArn']} because no identity-based policy allows the sqs:sendmessage action`,
      );
      const { missing, policy } = await emulator.policyOf(outputs['RoleArn']!);
      expect(missing.map(({ action, resource }) => [action, resource])).toEqual([['sqs:SendMessage', outputs['OutgoingArn']]]);
      expect(policy.Statement).toContainEqual({ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: [outputs['OutgoingArn']] });
    });

    it('passes once the proposed statement is added', async () => {
      await deploy('-c', 'without=queue', '-c', 'by-hand=true');
      expect(await invoke('4')).toEqual({ FunctionError: undefined, text: '"4"' });
      await app.cdk('destroy', '--force');
      // The developer has done nothing but assume the roles of the bootstrap.
      const { accesses } = await emulator.policyOf('arn:aws:iam::000000000000:user/developer');
      expect([...new Set(accesses.map(({ action }) => action))]).toEqual(['sts:AssumeRole']);
      expect(accesses.filter(({ denied }) => denied > 0)).toEqual([]);
    });
  },
);
