// The real CDK's synthesis, traced back to the sources of its functions, which then run from where they are and are reloaded.
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runtime } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionSources } from '../../integrations/cdk/src/function-sources.ts';
import { type FolderFixture, startFolderFixture } from '../conformance/lambda/use-folders.ts';
import { CDK_MODULES, type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { isMissing } from '../support/is-missing.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const APP = fileURLToPath(new URL('./cdk-sources', import.meta.url));

describe.skipIf(isMissing('the sources of functions of the CDK', whyNoCdk()))('the sources of functions of the CDK', () => {
  let fixture: FolderFixture;
  let app: CdkApp;
  beforeAll(async () => {
    fixture = await startFolderFixture();
    app = openApp(APP, fixture.emulator.url);
    install(app.folder);
    await app.cdk('synth', '--quiet', '--no-notices');
  });
  afterAll(async () => {
    await fixture.emulator.stop();
    app?.[Symbol.dispose]();
  });

  it('are found, run as they are, and are reloaded', async () => {
    const sources = functionSources(join(app.folder, 'cdk.out'), app.folder);
    const orders = { folder: join(app.folder, 'lambda'), handler: 'orders.handler' };
    expect(Object.fromEntries(sources.map(({ path, code }) => [path, code]))).toEqual({
      'Shop/Orders': orders,
      'Shop/Small': orders,
      'Shop/Plain': { folder: join(app.folder, 'functions/plain'), handler: 'index.handler' },
    });
    for (const { logicalId, code, runtime } of sources)
      await fixture.run(logicalId, code!.folder, { Handler: code!.handler, Runtime: runtime as Runtime });
    const ids = sources.map(({ logicalId }) => logicalId);
    const answers = () => Promise.all(ids.map((id) => fixture.invoke(id, { prices: [1, 2] })));
    expect(await answers()).toEqual([3, 3, 'plain']);
    const total = 'export const total = (): number => 100;';
    await Promise.all([
      fixture.reloaded(ids[0]!, () => undefined),
      fixture.reloaded(ids[1]!, () => writeFileSync(join(app.folder, 'lambda/total.ts'), total)),
    ]);
    expect(await answers()).toEqual([100, 100, 'plain']);
  });
});

/** As npm would: the CDK of the examples, and esbuild. */
function install(folder: string): void {
  const modules = join(folder, 'node_modules');
  rmSync(modules);
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const packages = readdirSync(CDK_MODULES).filter((name) => !name.startsWith('.') && !name.includes('esbuild'));
  for (const name of packages) symlinkSync(join(CDK_MODULES, name), join(modules, name));
  for (const name of ['esbuild', '@esbuild']) symlinkSync(join(MODULES, name), join(modules, name));
  symlinkSync('../esbuild/bin/esbuild', join(modules, '.bin/esbuild'));
  // The CDK looks for the lock file of the project.
  writeFileSync(join(folder, 'package-lock.json'), '{ "lockfileVersion": 3 }');
}
