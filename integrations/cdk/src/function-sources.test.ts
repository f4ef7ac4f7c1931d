// A cloud assembly as the CDK writes it (aws-cdk-lib 2.276), by hand.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { functionSources } from './function-sources.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'assembly-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, unknown>>): void => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
};

const fn = (path: string, metadata: object, properties: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Handler: 'index.handler', Runtime: 'nodejs22.x', ...properties },
  Metadata: { 'aws:cdk:path': `${path}/Resource`, 'aws:asset:property': 'Code', ...metadata },
});
const copied = (asset: string) => ({ 'aws:asset:path': asset, 'aws:asset:is-bundled': false });
const bundled = (asset: string) => ({ 'aws:asset:path': asset, 'aws:asset:is-bundled': true });

function synthesised(resources: Readonly<Record<string, object>>): void {
  const artifacts = {
    Shop: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Shop.template.json', stackName: 'shop-dev' } },
    Tree: { type: 'cdk:tree' },
  };
  write({ 'cdk.out/manifest.json': { artifacts }, 'cdk.out/Shop.template.json': { Resources: resources } });
}

const codeOf = () =>
  Object.fromEntries(
    functionSources(join(project, 'cdk.out'), project).map(({ logicalId, code, reason }) => [
      logicalId,
      code ? `${code.folder.slice(project.length + 1)} ${code.handler}` : reason,
    ]),
  );

describe('the sources of functions', () => {
  it('are folders that have the files of an asset', () => {
    const files = { 'index.js': 'exports.handler = 1;', 'lib/part.js': '2' };
    const under = (folder: string, more: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries({ ...files, ...more }).map(([name, text]) => [`${folder}/${name}`, text]));
    write({
      ...under('functions/orders', { 'README.md': 'left out' }),
      ...under('functions/other', { 'index.js': 'exports.handler = 3;' }),
      ...under('cdk.out/asset.a'),
      ...under('node_modules/orders'),
      ...{ 'one/app.py': 'same', 'two/app.py': 'same', 'cdk.out/asset.b/app.py': 'same' },
    });
    synthesised({
      Orders: fn('Shop/Orders', copied('asset.a'), { FunctionName: 'orders' }),
      Twice: fn('Shop/Twice', copied('asset.b'), { Handler: 'app.handler' }),
      Gone: fn('Shop/Gone', copied('asset.c.zip')),
      Unstaged: fn('Shop/Unstaged', copied(join(project, 'functions/other'))),
      Inline: fn('Shop/Inline', {}),
      Queue: { Type: 'AWS::SQS::Queue' },
    });
    expect(codeOf()).toEqual({
      Orders: 'functions/orders index.handler',
      Twice: 'No folder of the project, or more than one, has the files of its asset.',
      Gone: 'Its code is an archive.',
      Unstaged: 'functions/other index.handler',
      Inline: 'Its code is no asset of a folder.',
    });
    expect(functionSources(join(project, 'cdk.out'), project)[0]).toEqual({
      ...{ stack: 'shop-dev', logicalId: 'Orders', path: 'Shop/Orders', functionName: 'orders', runtime: 'nodejs22.x' },
      code: { folder: join(project, 'functions/orders'), handler: 'index.handler' },
    });
  });

  it('are files that bundles are made from: by comments, by maps, by the name of the construct', () => {
    // Three segments, of which the last one is of the source at `last`, which is 0 or 2.
    const map = (sources: readonly string[], last: 0 | 2) => ({ version: 3, sources, mappings: `AAAA;ICAA,I${last === 0 ? 'D' : 'C'}AA` });
    const inline = Buffer.from(JSON.stringify(map(['../../src/inline.tsx', '../../src/total.ts'], 0))).toString('base64');
    write({
      ...Object.fromEntries(['orders.ts', 'total.ts', 'inline.tsx', 'plain.js'].map((name) => [`src/${name}`, ''])),
      ...{ 'lib/shop-stack.Named.ts': '', 'node_modules/uuid/index.js': '' },
      'cdk.out/asset.a/index.js':
        '// src/total.ts\nvar a;\n\n// node_modules/uuid/index.js\nvar b;\n\n// src/orders.ts\nvar c;\n// Annotate the names\n',
      'cdk.out/asset.b/index.mjs': 'var a;\n//# sourceMappingURL=index.mjs.map\n',
      'cdk.out/asset.b/index.mjs.map': map(['../../node_modules/uuid/index.js', '../../src/total.ts', '../../src/orders.ts'], 2),
      'cdk.out/asset.c/index.js': `var a;\n//# sourceMappingURL=data:application/json;base64,${inline}\n`,
      'cdk.out/asset.d/index.js': 'var a;',
      'cdk.out/asset.e/index.js': '// src/plain.js\nvar a;\n',
    });
    synthesised({
      Comments: fn('Shop/Comments', bundled('asset.a'), { Handler: 'index.main' }),
      Map: fn('Shop/Map', bundled('asset.b')),
      Inline: fn('Shop/Inline', bundled('asset.c')),
      Named: fn('Shop/Named', bundled('asset.d')),
      Silent: fn('Shop/Silent', bundled('asset.d')),
      Plain: fn('Shop/Plain', bundled('asset.e')),
    });
    expect(codeOf()).toEqual({
      Comments: 'src orders.main',
      Map: 'src orders.handler',
      Inline: 'src inline.handler',
      Named: 'lib shop-stack.Named.handler',
      Silent: expect.stringContaining('does not tell its source'),
      Plain: expect.stringContaining('hot reload bundles TypeScript alone'),
    });
  });

  it('are found in nested stacks and in stages', () => {
    write({ 'code/index.js': '1', 'cdk.out/asset.a/index.js': '1', 'cdk.out/assembly-Prod/asset.a/index.js': '1' });
    const stack = (templateFile: string) => ({ type: 'aws:cloudformation:stack', properties: { templateFile } });
    const Metadata = { 'aws:asset:path': 'Inner.nested.template.json', 'aws:asset:property': 'TemplateURL' };
    write({
      'cdk.out/manifest.json': {
        artifacts: {
          Outer: stack('Outer.template.json'),
          Stage: { type: 'cdk:cloud-assembly', properties: { directoryName: 'assembly-Prod' } },
        },
      },
      'cdk.out/Outer.template.json': { Resources: { Inner: { Type: 'AWS::CloudFormation::Stack', Metadata } } },
      'cdk.out/Inner.nested.template.json': { Resources: { Deep: fn('Outer/Inner/Deep', copied('asset.a')) } },
      'cdk.out/assembly-Prod/manifest.json': { artifacts: { ProdShop: stack('Shop.template.json') } },
      'cdk.out/assembly-Prod/Shop.template.json': { Resources: { Staged: fn('Prod/Shop/Staged', copied('asset.a')) } },
    });
    const found = functionSources(join(project, 'cdk.out'), project);
    expect(found.map(({ stack, path, code }) => [stack, path, code?.folder])).toEqual([
      ['Outer', 'Outer/Inner/Deep', join(project, 'code')],
      ['ProdShop', 'Prod/Shop/Staged', join(project, 'code')],
    ]);
  });

  it('are none without an assembly', () => {
    expect(functionSources(join(project, 'cdk.out'), project)).toEqual([]);
  });
});
