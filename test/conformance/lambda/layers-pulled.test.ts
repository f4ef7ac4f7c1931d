// Layers of real accounts. The real cloud is played by a second emulator.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sdk from '@aws-sdk/client-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { creation, type Fixture, handler, jsonOf, startFixture, zipOf } from './fixture.ts';

const OWNER = '111111111111';
const CALLER = '222222222222';
const READ = handler(`return require('node:fs').readFileSync('/opt/a.txt', 'utf8');`);

describe('layers of real accounts', () => {
  let cloud: TestEmulator;
  let owner: sdk.Lambda;
  let arn: string;
  let here: Fixture;
  beforeAll(async () => {
    cloud = await startTestEmulator();
    owner = cloud.client(sdk.Lambda, { credentials: { accessKeyId: OWNER, secretAccessKey: 'test' } });
    const Content = { ZipFile: zipOf({ 'a.txt': 'from afar' }) };
    arn = (await owner.publishLayerVersion({ LayerName: 'far', Content })).LayerVersionArn!;
  });
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await cloud.stop();
  });
  afterEach(() => here.emulator.stop());

  const credentials = { FUNCTION_LAYERS_ACCESS_KEY_ID: CALLER, FUNCTION_LAYERS_SECRET_ACCESS_KEY: 'secret' };
  const start = async (environment: Record<string, string>) => {
    here = await startFixture({ environment });
  };
  const create = (Layers: string[]) => here.lambda.createFunction(creation('f', READ, { Layers }));

  it('are not here without credentials, and the answer says what lets them in', async () => {
    await start({});
    await expect(create([arn])).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('FUNCTION_LAYERS_ACCESS_KEY_ID and FUNCTION_LAYERS_SECRET_ACCESS_KEY'),
    });
  });

  it('are refused with the command that opens them, then pulled once and kept', async () => {
    await start({ ...credentials, FUNCTION_LAYERS_ENDPOINT: cloud.url });
    const command = `aws lambda add-layer-version-permission --layer-name ${arn.replace(/:1$/, '')} --version-number 1 --statement-id account-${CALLER} --action lambda:GetLayerVersion --principal ${CALLER}`;
    await expect(create([arn])).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(command),
      $metadata: { httpStatusCode: 403 },
    });
    expect(here.emulator.lines.join('\n')).toContain(command);

    const Action = 'lambda:GetLayerVersion';
    const grant = { LayerName: 'far', VersionNumber: 1, StatementId: 'a', Action, Principal: CALLER };
    await owner.addLayerVersionPermission(grant);
    await here.create('far', READ, { Layers: [arn] });
    const invoke = async (FunctionName: string) => jsonOf((await here.lambda.invoke({ FunctionName })).Payload);
    expect(await invoke('far')).toBe('from afar');
    await expect(create([arn.replace(/1$/, '7')])).rejects.toMatchObject({ name: 'AccessDeniedException' });

    await owner.deleteLayerVersion({ LayerName: 'far', VersionNumber: 1 });
    await here.create('again', READ, { Layers: [arn] });
    expect(await invoke('again')).toBe('from afar');
    expect(here.emulator.lines.filter((line) => line.includes(`Pulling ${arn} `))).toHaveLength(2);
    const { Content } = await here.lambda.getLayerVersionByArn({ Arn: arn });
    expect(Content!.CodeSize).toBeGreaterThan(0);
  });

  const PUBLIC = 'arn:aws:lambda:us-east-1:017000801446:layer:Powertools';

  it('come from a folder, one archive for a version or for all', async () => {
    mkdirSync(join(folder, '017000801446', 'Powertools'), { recursive: true });
    writeFileSync(join(folder, '017000801446', 'Powertools', '7.zip'), zipOf({ 'a.txt': 'seven' }));
    writeFileSync(join(folder, '017000801446', 'Powertools.zip'), zipOf({ 'a.txt': 'any' }));
    await start({ FUNCTION_LAYERS_DIR: folder });
    const invoke = async (FunctionName: string) => jsonOf((await here.lambda.invoke({ FunctionName })).Payload);
    await here.create('seven', READ, { Layers: [`${PUBLIC}:7`] });
    await here.create('eight', READ, { Layers: [`${PUBLIC}:8`] });
    expect([await invoke('seven'), await invoke('eight')]).toEqual(['seven', 'any']);
    await expect(create([`${PUBLIC.replace('Powertools', 'Other')}:1`])).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  });

  it('are left out with a warning where that is wanted, and still named', async () => {
    await start({ FUNCTION_LAYERS_MISSING: 'skip' });
    await here.create('f', `return require('node:fs').existsSync('/opt/a.txt');`, { Layers: [`${PUBLIC}:7`] });
    expect(jsonOf((await here.lambda.invoke({ FunctionName: 'f' })).Payload)).toBe(false);
    const { Layers } = await here.lambda.getFunctionConfiguration({ FunctionName: 'f' });
    expect(Layers).toMatchObject([{ Arn: `${PUBLIC}:7` }]);
    expect(here.emulator.lines.join('\n')).toContain(`${PUBLIC}:7 is not here and is left out`);
  });

  it('are refused when what came is not what was told, or nothing comes', async () => {
    const server = createServer((request, answer) => {
      const Content = { Location: `http://${request.headers.host}/archive`, CodeSha256: 'other', CodeSize: 3 };
      expect(request.url === '/archive' || /Signature=[0-9a-f]{64}$/.test(request.headers.authorization ?? '')).toBe(true);
      answer.end(request.url === '/archive' ? 'zip' : JSON.stringify({ Content }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const FUNCTION_LAYERS_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await start({ ...credentials, FUNCTION_LAYERS_ENDPOINT });
    await expect(create([arn])).rejects.toMatchObject({ message: expect.stringMatching(/could not be pulled.*checksum/) });
    server.closeAllConnections();
    server.close();
    await expect(create([arn])).rejects.toMatchObject({ message: expect.stringMatching(/could not be pulled.*ECONNREFUSED/) });
  });
});
