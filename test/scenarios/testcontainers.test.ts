// The Testcontainers module for the established emulator, unmodified, with this emulator's image in its place.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler, jsonOf, ROLE } from '../conformance/lambda/fixture.ts';
import { clientsOf } from '../support/emulator.ts';
import { buildImage, docker, hasBridge, removeImage, whyNoImage } from '../support/image.ts';
import { isMissing } from '../support/is-missing.ts';
import { WAITER } from '../support/until-passes.ts';

const CLIENTS = fileURLToPath(new URL('./clients/', import.meta.url));
const INIT = fileURLToPath(new URL('../../examples/compose/init/ready.d/10-queue.mjs', import.meta.url));
const IMAGE = `cloud-emulator-testcontainers-${process.pid}`;

/** The exports in use of the module, which is installed only on request. */
interface Module {
  LocalstackContainer: new (image: string) => Container;
}
interface Container {
  withCopyFilesToContainer(files: { source: string; target: string }[]): Container;
  start(): Promise<Started>;
}
interface Started {
  getConnectionUri(): string;
  getId(): string;
  stop(): Promise<unknown>;
}

function whyNot(): string | undefined {
  if (!existsSync(`${CLIENTS}node_modules/@testcontainers/localstack`)) return 'needs `npm ci` in test/scenarios/clients';
  return whyNoImage() ?? (hasBridge() ? undefined : 'the container engine has no bridge');
}
const skipped = whyNot();

describe.skipIf(isMissing('the Testcontainers module', skipped))('the Testcontainers module', () => {
  let container: Started;
  let clients: ReturnType<typeof clientsOf>;

  beforeAll(async () => {
    buildImage(IMAGE);
    process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true'; // its image comes from a registry
    const { LocalstackContainer } = createRequire(CLIENTS)('@testcontainers/localstack') as Module;
    container = await new LocalstackContainer(IMAGE)
      .withCopyFilesToContainer([{ source: INIT, target: '/etc/localstack/init/ready.d/10-queue.mjs' }])
      .start();
    clients = clientsOf(container.getConnectionUri());
  });
  afterAll(async () => {
    clients?.destroy();
    await container?.stop();
    if (!skipped) removeImage(IMAGE);
  });

  it('starts it and waits until its init scripts have run', async () => {
    const sqs = clients.client(SQS);
    const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'jobs' });
    expect(new URL(QueueUrl!).host).toBe(`localhost:${new URL(container.getConnectionUri()).port}`); // as the module told it
    await sqs.sendMessage({ QueueUrl, MessageBody: 'hello' });
    expect((await sqs.receiveMessage({ QueueUrl })).Messages).toMatchObject([{ Body: 'hello' }]);
    expect(await (await fetch(`${container.getConnectionUri()}/_localstack/init/ready`)).json()).toMatchObject({
      completed: true,
      scripts: [{ name: '10-queue.mjs', state: 'SUCCESSFUL' }],
    });
  });

  it('reaches objects and functions under the published port', async () => {
    const s3 = clients.client(S3);
    await s3.createBucket({ Bucket: 'things' });
    await s3.putObject({ Bucket: 'things', Key: 'k', Body: 'text' });
    expect(await (await s3.getObject({ Bucket: 'things', Key: 'k' })).Body?.transformToString()).toBe('text');
    const lambda = clients.client(Lambda);
    const Code = { ZipFile: handler("return 'hello, ' + event.name;") };
    await lambda.createFunction({ FunctionName: 'f', Runtime: 'nodejs20.x', Handler: 'index.handler', Role: ROLE, Code });
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'f' });
    const { Payload } = await lambda.invoke({ FunctionName: 'f', Payload: '{"name":"you"}' });
    expect(jsonOf(Payload)).toBe('hello, you');
  });

  it('warns of nothing that the module sets', () => {
    expect(docker('logs', container.getId())).not.toMatch(/is no option|no effect/);
  });
});
