// The real Terraform with topics: what it applied and changed it finds again as it said, and what it destroyed is gone. Calls are judged
// (IAM_ENFORCEMENT=enforce): without one grant of its user exactly that change fails, in the cloud's words, and the grant is proposed.
import { fileURLToPath } from 'node:url';
import { IAM } from '@aws-sdk/client-iam';
import { SNS } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import { allow, document, userWith } from '../conformance/iam/use-identities.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-topics', import.meta.url));
const TYPES = ['platform_application', 'sms_preferences', 'topic', 'topic_data_protection_policy', 'topic_policy', 'topic_subscription'];
const WHOLE = 'arn:aws:sns:us-east-1:000000000000:whole';
const USER = 'arn:aws:iam::000000000000:user/deployer';

it.skipIf(isMissing('Terraform with topics', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies every resource of topics, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator({ environment: { IAM_ENFORCEMENT: 'enforce' } });
    const { credentials } = await userWith(emulator, 'deployer', [allow('*')]);
    const grant = (...statements: readonly object[]) =>
      emulator.client(IAM).putUserPolicy({ UserName: 'deployer', PolicyName: 'inline', PolicyDocument: document(...statements) });
    using project = openProject(PROJECT, emulator.url, credentials.accessKeyId);
    await project.run('init', '-no-color');
    const sns = emulator.client(SNS);
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      if (revision === 2) {
        const others = { Effect: 'Allow', NotAction: 'sns:SetPlatformApplicationAttributes', Resource: '*' };
        await grant(others);
        await expect(project.run('apply', '-auto-approve', ...variables)).rejects.toThrow(
          `User: ${USER} is not authorized to perform: SNS:SetPlatformApplicationAttributes on resource: * because no identity-based policy allows the SNS:SetPlatformApplicationAttributes action`,
        );
        const { missing, policy } = await emulator.policyOf(USER);
        expect(missing.map(({ action, resource }) => [action, resource])).toEqual([['sns:SetPlatformApplicationAttributes', '*']]);
        const proposed = policy.Statement.filter(({ Action }) => Action.includes('sns:SetPlatformApplicationAttributes'));
        expect(proposed).toHaveLength(1);
        await grant(others, ...proposed);
      }
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { arn } = JSON.parse(await project.run('output', '-json', 'read')) as Record<string, string>;
      expect(arn).toBe(WHOLE);
      const { Attributes } = await sns.getTopicAttributes({ TopicArn: WHOLE });
      expect(Attributes).toMatchObject({
        DisplayName: `Revision ${revision}`,
        SignatureVersion: String(revision),
        SQSSuccessFeedbackSampleRate: String(50 * revision),
      });
    }
    expect(await project.types()).toEqual(expect.arrayContaining(TYPES.map((type) => `aws_sns_${type}`)));
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await sns.listTopics({})).Topics ?? []).toEqual([]);
    expect((await sns.listSubscriptions({})).Subscriptions ?? []).toEqual([]);
  },
);
