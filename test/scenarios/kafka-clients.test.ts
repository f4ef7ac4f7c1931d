// Clients of Kafka in C, unmodified: kcat, and confluent-kafka of Python, both on librdkafka. They produce, consume alone and as a group, and log in.
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, PROVISIONED } from '../conformance/kafka/use-kafka.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const PYTHON = '/usr/bin/python3';
const CHECKS = fileURLToPath(new URL('./kafka-clients/checks.py', import.meta.url));

function why(command: string, words: readonly string[], needs: string): string | undefined {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return undefined;
  } catch {
    return needs;
  }
}

/** Resolves with the standard output; rejects with the error output where the command fails. */
function run(command: string, words: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    const [out, errors]: [string[], string[]] = [[], []];
    child.stdout.on('data', (chunk) => out.push(String(chunk)));
    child.stderr.on('data', (chunk) => errors.push(String(chunk)));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(out.join('')) : reject(new Error(`${command} ended with ${code}: ${errors.join('')}`)),
    );
    child.stdin.end(input);
  });
}

describe('clients of Kafka on librdkafka', () => {
  let emulator: TestEmulator;
  let open: string;
  let closed: string;

  beforeAll(async () => {
    emulator = await startTestEmulator();
    const api = emulator.client(KafkaApi);
    const { ARN } = await emulator.client(SecretsManager).createSecret({
      ...{ Name: 'AmazonMSK_ann', SecretString: JSON.stringify({ username: 'ann', password: 'secret' }) },
    });
    const first = await api.createCluster({ ClusterName: 'open', ...PROVISIONED });
    const ClientAuthentication = { Sasl: { Scram: { Enabled: true } } };
    const second = await api.createCluster({ ClusterName: 'closed', ...PROVISIONED, ClientAuthentication });
    await api.batchAssociateScramSecret({ ClusterArn: second.ClusterArn, SecretArnList: [ARN!] });
    open = (await api.getBootstrapBrokers({ ClusterArn: first.ClusterArn })).BootstrapBrokerString!;
    closed = (await api.getBootstrapBrokers({ ClusterArn: second.ClusterArn })).BootstrapBrokerStringSaslScram!;
    const sasl = { mechanism: 'scram-sha-256', username: 'ann', password: 'secret' } as const;
    for (const admin of [clientOf(open).admin(), clientOf(closed, { sasl }).admin()]) {
      await admin.connect();
      await admin.createTopics({ topics: ['plain', 'grouped', 'python'].map((topic) => ({ topic, numPartitions: 2 })) });
      await admin.disconnect();
    }
  });
  afterAll(() => emulator.stop());

  describe.skipIf(isMissing('kcat', why('kcat', ['-V'], 'needs kcat')))('kcat', () => {
    const produce = (server: string, topic: string, text: string, more: readonly string[] = []) =>
      run('kcat', ['-P', '-b', server, '-t', topic, '-K', ':', ...more], text);
    const consume = (server: string, topic: string, more: readonly string[] = []) =>
      run('kcat', ['-C', '-b', server, '-t', topic, '-e', '-q', '-f', '%k=%s %h\n', ...more]);
    const sorted = (text: string): string[] => text.trim().split(/\s*\n/).sort();

    it('lists the cluster', async () => {
      expect(await run('kcat', ['-L', '-b', open])).toMatch(
        /1 brokers:\n\s+broker \d+ at 127\.0\.0\.1:\d+[\s\S]*topic "plain" with 2 partitions/,
      );
    });

    it.each([[[]], [['-z', 'gzip']], [['-z', 'snappy']], [['-z', 'lz4']]])('produces and consumes with headers (%s)', async (more) => {
      const key = more[1] ?? 'none';
      await produce(open, 'plain', `${key}1:one\n${key}2:two\n`, ['-H', 'trace=7', ...more]);
      const lines = sorted(await consume(open, 'plain', ['-o', 'beginning'])).filter((line) => line.startsWith(key));
      expect(lines).toEqual([`${key}1=one trace=7`, `${key}2=two trace=7`]);
    });

    it('consumes as a member of a group, which goes on where it has stopped', async () => {
      const group = async (count: number) => {
        const words = ['-G', 'readers', '-b', open, '-q', '-c', String(count), '-f', '%s\n', '-X', 'auto.offset.reset=earliest', 'grouped'];
        return sorted(await run('kcat', words));
      };
      await produce(open, 'grouped', 'a:1\nb:2\nc:3\n');
      expect(await group(3)).toEqual(['1', '2', '3']);
      await produce(open, 'grouped', 'd:4\n');
      expect(await group(1)).toEqual(['4']);
    });

    // Clients look for seconds before they give up.
    it.concurrent.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])('logs in by %s', async (mechanism) => {
      const login = (password: string) =>
        [
          ...['security.protocol=sasl_plaintext', `sasl.mechanism=${mechanism}`],
          ...['sasl.username=ann', `sasl.password=${password}`],
        ].flatMap((setting) => ['-X', setting]);
      await produce(closed, 'plain', `${mechanism}:in\n`, login('secret'));
      expect(sorted(await consume(closed, 'plain', ['-o', 'beginning', ...login('secret')]))).toContain(`${mechanism}=in`);
      await expect(run('kcat', ['-L', '-m', '5', '-b', closed, ...login('wrong')])).rejects.toThrow(/[Aa]uthentication/);
    });
  });

  const whyNoPython = why(PYTHON, ['-c', 'import confluent_kafka'], "needs Debian's python3-confluent-kafka");
  it.skipIf(isMissing("Python's confluent-kafka", whyNoPython))(
    "Python's confluent-kafka administers, produces and consumes as a group",
    async () => {
      expect(JSON.parse(await run(PYTHON, [CHECKS, open]))).toEqual({ delivered: 20, partitions: 3, read: 20, again: 0, committed: 20 });
    },
  );
});
