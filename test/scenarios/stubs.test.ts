// Stubs: answers for operations and services that are not emulated, and the list of what was called in vain.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { inProcessCommand } from '../support/in-process-command.ts';

const file = join(mkdtempSync(join(tmpdir(), 'stubs-')), 'stubs.json');
writeFileSync(file, JSON.stringify({ 'translate.TranslateText': { TranslatedText: 'Hallo' } }));

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({
    environment: { STUBS: file },
    stubs: { 'rekognition.DetectLabels': { Labels: [{ Name: 'Cat' }] } },
  });
});
afterAll(() => emulator.stop());

/** A request as a client of the service signs it. */
const signed = (service: string, path: string, init: RequestInit = {}, account = 'test') =>
  fetch(`${emulator.url}${path}`, {
    ...init,
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${account}/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      ...init.headers,
    },
  });
const json = (service: string, target: string, body = '{}') =>
  signed(service, '/', { method: 'POST', body, headers: { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.1' } });
const query = (service: string, action: string) =>
  signed(service, '/', { method: 'POST', body: new URLSearchParams({ Action: action, Version: '2010-05-08' }) });

describe('a service that is not emulated', () => {
  it('answers by its stub, in JSON', async () => {
    const answer = await json('rekognition', 'RekognitionService.DetectLabels');
    expect([answer.status, await answer.json()]).toEqual([200, { Labels: [{ Name: 'Cat' }] }]);
    expect(await (await json('translate', 'AWSShineFrontendService_20170701.TranslateText')).json()).toEqual({ TranslatedText: 'Hallo' });
  });

  it('answers in the XML of the query protocol, and in that of EC2', async () => {
    emulator.stubs.add('elasticache.DescribeEvents', { Marker: 'a&b', Events: [{ Message: 'x' }] });
    const text = await (await query('elasticache', 'DescribeEvents')).text();
    expect(text).toContain('<DescribeEventsResult><Marker>a&amp;b</Marker><Events><member><Message>x</Message></member></Events>');
    emulator.stubs.add('ec2.DescribeRegions', { regionInfo: [{ regionName: 'eu-west-1' }] });
    expect(await (await query('ec2', 'DescribeRegions')).text()).toContain(
      '<regionInfo><item><regionName>eu-west-1</regionName></item></regionInfo>',
    );
  });

  it('answers by method and path where a REST API has no model', async () => {
    emulator.stubs.add('mq.GET /v1/brokers/*', { BrokerName: 'shop' });
    expect(await (await signed('mq', '/v1/brokers/abc')).json()).toEqual({ BrokerName: 'shop' });
    expect((await signed('mq', '/v1/configurations')).status).toBe(501);
    emulator.stubs.add('route53.GET /2013-04-01/healthcheckcount', { GetHealthCheckCountResponse: { HealthCheckCount: 3 } });
    const counted = await signed('route53', '/2013-04-01/healthcheckcount');
    expect(await counted.text()).toBe('<GetHealthCheckCountResponse><HealthCheckCount>3</HealthCheckCount></GetHealthCheckCountResponse>');
  });

  it('is listed with who called it in vain', async () => {
    await json('glue', 'AWSGlue.GetTables');
    await json('glue', 'AWSGlue.GetTables');
    const { stdout } = await inProcessCommand(['stub', 'list', '--json', '--endpoint', emulator.url]);
    const { unsupported } = JSON.parse(stdout) as { unsupported: object[] };
    expect(unsupported).toContainEqual(expect.objectContaining({ call: 'glue.GetTables', calls: 2, callers: ['by a client'] }));
    const status = await inProcessCommand(['status', '--endpoint', emulator.url]);
    expect(status.stdout).toContain('glue.GetTables is not emulated: called 2 times');
    expect(status.stdout).toContain('stub: rekognition.DetectLabels, answered 1 times');
  });
});

describe('an operation that a service here does not have', () => {
  it('answers its stub by the types of its model', async () => {
    const cloudWatch = emulator.client(CloudWatch);
    const asked = { ResourceArn: 'arn:aws:sqs:us-east-1:000000000000:orders' };
    await expect(cloudWatch.getResourceMetricsConfiguration(asked)).rejects.toMatchObject({ name: 'NotImplementedException' });
    const times = { CreatedAt: '2026-01-02T03:04:05Z', UpdatedAt: '2026-01-02T03:04:06Z' };
    emulator.stubs.add('cloudwatch.GetResourceMetricsConfiguration', { ResourceMetricsConfiguration: { ...asked, ...times } });
    expect(await cloudWatch.getResourceMetricsConfiguration(asked)).toMatchObject({
      ResourceMetricsConfiguration: { ...asked, CreatedAt: new Date('2026-01-02T03:04:05Z') },
    });
    emulator.stubs.add('cloudwatch.GetMetricWidgetImage', { MetricWidgetImage: { base64: 'AAEC' } });
    const { MetricWidgetImage } = await cloudWatch.getMetricWidgetImage({ MetricWidget: '{}' });
    expect([...(MetricWidgetImage ?? [])]).toEqual([0, 1, 2]);
  });

  it('takes no answer that its model does not have', () => {
    expect(() => emulator.stubs.add('cloudwatch.GetDataset', { DatasetIt: 'x' })).toThrow('no member DatasetIt');
    expect(() => emulator.stubs.add('cloudwatch.GetDataset', { DatasetId: 5 })).toThrow('does not fit its model');
  });
});

describe('bad input', () => {
  it.each([
    ['sqs.SendMessage', { MessageId: 'x' }, 'is emulated'],
    ['sqs.SendMessages', {}, 'has no operation SendMessages'],
    ['DetectLabels', {}, 'names no operation'],
    ['rekognition.DetectLabels', 'text', 'no JSON object'],
  ])('%s is refused', (call, answer, said) => {
    expect(() => emulator.stubs.add(call, answer as Record<string, unknown>)).toThrow(said);
  });

  it('is told with exit code 1', async () => {
    const { code, stderr } = await inProcessCommand(['stub', 'rekognition.X', '/nowhere.json', '--endpoint', emulator.url]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('STUB_INVALID') as string]);
    expect((await inProcessCommand(['stub', 'remove', 'a.B', '--endpoint', emulator.url])).stderr).toContain('STUB_MISSING');
  });
});
