// The real Terraform with topics: what it applied and changed it finds again as it said, and what it destroyed is gone.
import { fileURLToPath } from 'node:url';
import { SNS } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-topics', import.meta.url));
const TYPES = ['platform_application', 'sms_preferences', 'topic', 'topic_data_protection_policy', 'topic_policy', 'topic_subscription'];
const WHOLE = 'arn:aws:sns:us-east-1:000000000000:whole';

it.skipIf(isMissing('Terraform with topics', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies every resource of topics, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const sns = emulator.client(SNS);
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
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
