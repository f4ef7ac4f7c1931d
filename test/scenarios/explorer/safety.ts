// Hostile content: markup in names stays text, and a page that somebody stored has no way into the explorer.
import { request } from 'node:http';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { expect, it } from 'vitest';
import { startChild } from '../../support/child.ts';
import { clientsOf } from '../../support/emulator.ts';
import { EXPLORER_BASE, type ExplorerSession } from '../../support/explorer-session.ts';

export function safetyTests(session: ExplorerSession): void {
  it('leads nothing that users store into markup or scripts', async () => {
    const hostile = "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>";
    await session.client(SSM).putParameter({ Name: '/hostile', Value: hostile, Description: hostile, Type: 'String' });
    const { QueueUrl } = await session.client(SQS).createQueue({ QueueName: 'hostile' });
    await session.client(SQS).sendMessage({ QueueUrl, MessageBody: hostile });
    await session.client(S3).putObject({ Bucket: 'uploads', Key: hostile, Body: hostile });
    for (const path of ['parameters', 'parameters/%2Fhostile', 'queues/hostile', 'buckets/uploads']) {
      await session.open(path);
      await session.page.getByRole('main').getByText('onerror').first().waitFor();
      expect([path, await session.page.locator('main img, main script').count()]).toEqual([path, 0]);
      expect(await session.page.title()).not.toContain('pwned');
    }
  });

  it('is closed to pages that users store: they have no origin of it, and cannot frame it', async () => {
    const script = `fetch('/_emulator/ui/').then((a) => a.text()).then((t) => { document.title = 'read ' + t.length; }, () => { document.title = 'refused ' + origin; });`;
    const s3 = session.client(S3);
    await s3.createBucket({ Bucket: 'web-site' });
    await s3.deletePublicAccessBlock({ Bucket: 'web-site' });
    await s3.putBucketPolicy({
      Bucket: 'web-site',
      Policy: JSON.stringify({
        Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::web-site/*' }],
      }),
    });
    await s3.putObject({ Bucket: 'web-site', Key: 'page.html', ContentType: 'text/html', Body: `<script>${script}</script>` });
    await s3.putObject({ Bucket: 'web-site', Key: 'frame.html', ContentType: 'text/html', Body: '<iframe src="/_emulator/ui/"></iframe>' });
    const { page } = session;
    await page.goto(`${session.emulator.url}/web-site/page.html`);
    await page.waitForFunction("document.title.startsWith('re')");
    expect(await page.title()).toBe('refused null');
    await page.goto(`${session.emulator.url}/web-site/frame.html`, { waitUntil: 'load' });
    expect(page.frames()).toHaveLength(2);
    expect(await page.frames()[1]!.locator('#app').count()).toBe(0);
  });

  it('writes nothing for foreign origins and foreign hosts', async () => {
    const { url } = session.emulator;
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/_emulator/state/reset', '/_emulator/faults', '/'])
      expect([path, (await fetch(url + path, { method: 'POST', headers: foreign, body: '{}' })).status]).toEqual([path, 403]);
    const { hostname, port } = new URL(url);
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'rebound.example', origin: 'http://rebound.example' };
      request({ hostname, port, method: 'POST', path: '/_emulator/state/reset', headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
    await session.client(SQS).getQueueUrl({ QueueName: 'orders' });
  });

  it('says that the emulator is gone, and goes on by itself once it is back', async () => {
    const first = await startChild();
    const { port } = new URL(first.url);
    await session.page.goto(`${first.url}${EXPLORER_BASE}queues`);
    const state = (text: string) => session.page.getByRole('banner').getByText(text).waitFor({ state: 'attached' });
    await state('Live');
    await session.page.getByText('Nothing is in us-east-1').waitFor();
    await first.kill('SIGKILL');
    await state('The emulator does not answer; trying again');
    const again = await startChild({}, [], [], ['--quiet', '--port', port]);
    const clients = clientsOf(again.url);
    try {
      await state('Live');
      await clients.client(SQS).createQueue({ QueueName: 'after-the-restart' });
      await session.link('after-the-restart').waitFor();
    } finally {
      clients.destroy();
      await again.kill('SIGTERM');
    }
  });
}
