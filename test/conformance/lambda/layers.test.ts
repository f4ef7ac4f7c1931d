// Layers: published, told, listed, shared, deleted; and what functions see of them.
import * as sdk from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, jsonOf, startFixture, zipOf } from './fixture.ts';

describe('layers', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture();
  });
  afterEach(() => fixture.emulator.stop());

  const publish = (
    LayerName: string,
    files: Record<string, string>,
    more: Partial<sdk.PublishLayerVersionCommandInput> = {},
    client = fixture.lambda,
  ) => client.publishLayerVersion({ LayerName, Content: { ZipFile: zipOf(files) }, ...more });

  it('are published in versions, told, listed and deleted', async () => {
    const first = await publish(
      'tools',
      { 'a.txt': 'one' },
      { Description: 'first', CompatibleRuntimes: ['nodejs20.x'], LicenseInfo: 'MIT' },
    );
    expect(first).toMatchObject({
      LayerArn: 'arn:aws:lambda:us-east-1:000000000000:layer:tools',
      LayerVersionArn: 'arn:aws:lambda:us-east-1:000000000000:layer:tools:1',
      Version: 1,
      Description: 'first',
      CompatibleRuntimes: ['nodejs20.x'],
      LicenseInfo: 'MIT',
    });
    expect(first.CreatedDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
    const zip = await (await fetch(first.Content!.Location!)).arrayBuffer();
    expect(Buffer.from(zip)).toEqual(zipOf({ 'a.txt': 'one' }));
    await publish('tools', { 'a.txt': 'two' }, { CompatibleArchitectures: ['arm64'] });
    await publish('other', { 'a.txt': 'three' });
    const LayerName = 'tools';
    expect(await fixture.lambda.getLayerVersion({ LayerName, VersionNumber: 1 })).toMatchObject({ Version: 1 });
    const byArn = await fixture.lambda.getLayerVersionByArn({ Arn: first.LayerVersionArn });
    expect(byArn).toMatchObject({ Version: 1, Content: { CodeSha256: first.Content!.CodeSha256, CodeSize: first.Content!.CodeSize } });
    const { LayerVersions = [] } = await fixture.lambda.listLayerVersions({ LayerName });
    expect(LayerVersions.map(({ Version }) => Version)).toEqual([2, 1]);
    const list = async (more: sdk.ListLayersCommandInput) =>
      (await fixture.lambda.listLayers(more)).Layers!.map((layer) => [layer.LayerName, layer.LatestMatchingVersion!.Version]);
    expect(await list({})).toEqual([
      ['other', 1],
      ['tools', 2],
    ]);
    expect(await list({ CompatibleRuntime: 'nodejs20.x' })).toEqual([['tools', 1]]);
    const pages = sdk.paginateListLayers({ client: fixture.lambda, pageSize: 1 }, {});
    const names: string[] = [];
    for await (const { Layers = [] } of pages) names.push(...Layers.map((layer) => layer.LayerName!));
    expect(names).toEqual(['other', 'tools']);
    await fixture.lambda.deleteLayerVersion({ LayerName, VersionNumber: 2 });
    await fixture.lambda.deleteLayerVersion({ LayerName, VersionNumber: 2 });
    expect(await publish('tools', { 'a.txt': 'two' })).toMatchObject({ Version: 3 });
    await expect(fixture.lambda.getLayerVersion({ LayerName, VersionNumber: 2 })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('are merged into /opt in their order, stay with the function when deleted, and go with an update', async () => {
    const base = await publish('base', { 'value.txt': 'base', 'nodejs/node_modules/greet/index.js': `module.exports = () => 'hello';` });
    const top = await publish('top', { 'value.txt': 'top', 'bin/only-top': 'x' });
    const code = handler(
      `const fs = require('node:fs'); return { value: fs.readFileSync('/opt/value.txt', 'utf8'), bin: fs.existsSync('/opt/bin/only-top'), said: require('greet')() };`,
    );
    await fixture.create('layered', code, { Layers: [base.LayerVersionArn!, top.LayerVersionArn!] });
    const invoke = async () => jsonOf((await fixture.lambda.invoke({ FunctionName: 'layered' })).Payload);
    expect(await invoke()).toEqual({ value: 'top', bin: true, said: 'hello' });
    const { Layers } = await fixture.lambda.getFunctionConfiguration({ FunctionName: 'layered' });
    expect(Layers).toEqual([base, top].map((layer) => ({ Arn: layer.LayerVersionArn, CodeSize: layer.Content!.CodeSize })));
    await fixture.lambda.deleteLayerVersion({ LayerName: 'top', VersionNumber: 1 });
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'layered', Timeout: 5 });
    await sdk.waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...WAITER }, { FunctionName: 'layered' });
    expect(await invoke()).toMatchObject({ value: 'top' });
    const changed = await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'layered', Layers: [base.LayerVersionArn!] });
    expect(changed.Layers).toHaveLength(1);
    await sdk.waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...WAITER }, { FunctionName: 'layered' });
    expect(await invoke()).toEqual({ value: 'base', bin: false, said: 'hello' });
  });

  it('are on the paths of their runtime', async () => {
    const node = await publish('node', {
      'nodejs/node_modules/greet/index.js': `module.exports = 'any release';`,
      'nodejs/node20/node_modules/release/index.js': `module.exports = 'this release';`,
    });
    const paths = `return [require('greet'), require('release'), process.env.PATH.split(':').includes('/opt/bin'), process.env.LD_LIBRARY_PATH.split(':').includes('/opt/lib')];`;
    await fixture.create('paths', paths, { Layers: [node.LayerVersionArn!] });
    const python = await publish('python', {
      'python/greet.py': `said = 'any release'`,
      'python/lib/python3.12/site-packages/release.py': `said = 'this release'`,
    });
    const source = 'import greet, release\ndef handler(event, context):\n    return [greet.said, release.said, True, True]\n';
    const more = { Runtime: 'python3.12' as const, Layers: [python.LayerVersionArn!] };
    await fixture.create('snake', zipOf({ 'index.py': source }), more);
    for (const FunctionName of ['paths', 'snake']) {
      const { Payload } = await fixture.lambda.invoke({ FunctionName });
      expect(jsonOf(Payload)).toEqual(['any release', 'this release', true, true]);
    }
  });

  it('are refused where they cannot be had', async () => {
    const { LayerVersionArn: arn } = await publish('tools', { 'a.txt': 'one' });
    const { LayerVersionArn: newer } = await publish('tools', { 'a.txt': 'two' });
    const create = (...Layers: string[]) => fixture.lambda.createFunction(creation('f', handler(''), { Layers }));
    const invalid = (message: string) => ({ name: 'InvalidParameterValueException', message });
    await expect(create(`${arn}0`)).rejects.toMatchObject(invalid(`Layer version ${arn}0 does not exist.`));
    await expect(create(arn!, newer!)).rejects.toMatchObject(
      invalid(
        `Two different versions of the same layer are not allowed to be referenced in the same function. ${arn} and ${newer} are versions of the same layer.`,
      ),
    );
    await expect(create(...[1, 2, 3, 4, 5, 6].map((n) => arn!.replace('tools', `t${n}`)))).rejects.toMatchObject(
      invalid('Cannot reference more than 5 layers.'),
    );
    await expect(create(arn!.replace('us-east-1', 'eu-west-1'))).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    await expect(fixture.lambda.publishLayerVersion({ LayerName: 'x', Content: { ZipFile: Buffer.from('no zip') } })).rejects.toMatchObject(
      { name: 'InvalidParameterValueException' },
    );
  });

  it('are shared with other accounts by their policy', async () => {
    const credentials = { accessKeyId: '111111111111', secretAccessKey: 'test' };
    const other = fixture.emulator.client(sdk.Lambda, { credentials });
    const { LayerVersionArn: arn } = await publish('shared', { 'a.txt': 'one' }, {}, other);
    const get = () => fixture.lambda.getLayerVersionByArn({ Arn: arn });
    await expect(get()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const version = { LayerName: 'shared', VersionNumber: 1 };
    const grant = { ...version, StatementId: 'all', Action: 'lambda:GetLayerVersion', Principal: '000000000000' };
    const { Statement, RevisionId } = await other.addLayerVersionPermission(grant);
    expect(JSON.parse(Statement!)).toEqual({
      Sid: 'all',
      Effect: 'Allow',
      Principal: { AWS: 'arn:aws:iam::000000000000:root' },
      Action: 'lambda:GetLayerVersion',
      Resource: arn,
    });
    await expect(other.addLayerVersionPermission(grant)).rejects.toMatchObject({ name: 'ResourceConflictException' });
    expect(await other.getLayerVersionPolicy(version)).toMatchObject({ RevisionId });
    expect(await get()).toMatchObject({ Version: 1 });
    await fixture.create('borrower', `return require('node:fs').readFileSync('/opt/a.txt', 'utf8');`, { Layers: [arn!] });
    await other.removeLayerVersionPermission({ ...version, StatementId: 'all', RevisionId });
    await expect(get()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(other.getLayerVersionPolicy(version)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
