// The real Terraform with clusters of Kafka and pipes from their topics: what it applied and changed it finds again as it said, and what it destroyed is gone.
import { fileURLToPath } from 'node:url';
import { Kafka } from '@aws-sdk/client-kafka';
import { Pipes } from '@aws-sdk/client-pipes';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-kafka', import.meta.url));
const TYPES = ['cluster', 'cluster_policy', 'configuration', 'scram_secret_association', 'serverless_cluster'];

it.skipIf(isMissing('Terraform with clusters of Kafka', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies clusters of Kafka with all that belongs to them, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const [kafka, pipes] = [emulator.client(Kafka), emulator.client(Pipes)];
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { ClusterInfoList = [] } = await kafka.listClustersV2({ ClusterNameFilter: 'orders' });
      const [{ ClusterArn, Provisioned, Tags } = {}] = ClusterInfoList;
      expect(Provisioned).toMatchObject({
        NumberOfBrokerNodes: 2 * revision,
        EnhancedMonitoring: revision === 1 ? 'DEFAULT' : 'PER_BROKER',
        BrokerNodeGroupInfo: { StorageInfo: { EbsStorageInfo: { VolumeSize: 10 * revision } } },
        CurrentBrokerSoftwareInfo: { ConfigurationRevision: revision },
        LoggingInfo: { BrokerLogs: { CloudWatchLogs: { LogGroup: `brokers-${revision}` } } },
      });
      expect(Tags).toEqual({ revision: String(revision) });
      expect((await kafka.listScramSecrets({ ClusterArn })).SecretArnList).toHaveLength(revision);
      expect((await kafka.getClusterPolicy({ ClusterArn })).Policy).toContain(`Revision${revision}`);
      const { SourceParameters } = await pipes.describePipe({ Name: 'managed' });
      const reading = { BatchSize: 5 * revision, MaximumBatchingWindowInSeconds: revision, ConsumerGroupID: 'pipes' };
      expect(SourceParameters?.ManagedStreamingKafkaParameters).toMatchObject(reading);
      const read = JSON.parse(await project.run('output', '-json', 'read')) as Record<string, string>;
      expect(read).toMatchObject({ arn: ClusterArn, nodes: String(2 * revision), version: '3.6.0' });
      expect(read['servers']).toMatch(/^127\.0\.0\.1:\d+/);
    }
    expect(await project.types()).toEqual(expect.arrayContaining(['aws_pipes_pipe', ...TYPES.map((type) => `aws_msk_${type}`)]));
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await kafka.listClustersV2({})).ClusterInfoList).toEqual([]);
    expect((await kafka.listConfigurations({})).Configurations).toEqual([]);
    expect((await pipes.listPipes({})).Pipes).toEqual([]);
  },
);
