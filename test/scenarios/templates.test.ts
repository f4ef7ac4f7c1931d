// The templates of `emulator new`, as their READMEs say: written, tested, run, changed while they run, and removed.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { whyNoCdk } from '../support/cdk.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { openTemplate, type TemplateProject, whyNoClients } from '../support/template-project.ts';
import { whyNoTerraform, writeSettings } from '../support/terraform.ts';
import { untilPasses } from '../support/until-passes.ts';

interface Case {
  /** Calls the function, directly or by what leads to it. */
  readonly act: string;
  /** Where the effect is seen; by default what the call itself prints. */
  readonly logs?: string;
  readonly source: string;
  readonly needs?: string | undefined;
  /** The text that `dev` prints once the project is deployed; by default `Ready.` of the emulator. */
  readonly until?: RegExp;
  /** Runs to its end and leaves an emulator behind; by default `dev`, which goes on. */
  readonly deploys?: true;
}

/** `emulator dev` */
const DEPLOYED = /^. Deployed the (?:stack|function) shop in \d+ ms$/m;

const CASES: Readonly<Record<string, Case>> = {
  'cdk-ts': { act: 'send', logs: 'shop-price-order', source: 'src/price-order.ts', needs: whyNoCdk(), deploys: true },
  'cdktf-ts': {
    ...{ act: 'send', logs: 'shop-price-order', source: 'src/price-order.ts', until: DEPLOYED },
    needs: whyNoTerraform() ?? whyNoClients(),
  },
  'events-ts': { act: 'send', logs: 'shop-price-order', source: 'src/price-order.ts', until: DEPLOYED },
  'function-python': { act: 'invoke', source: 'src/handler.py', until: DEPLOYED },
  'function-ts': { act: 'invoke', source: 'src/handler.ts', until: DEPLOYED },
  'sam-ts': { act: 'send', logs: 'shop-price-order', source: 'src/price-order.ts', until: DEPLOYED },
  'stack-yaml': { act: 'send', logs: 'shop', source: 'src/on-order.mjs', until: DEPLOYED },
  terraform: { act: 'send', logs: 'shop', source: 'src/on-order.mjs', needs: whyNoTerraform() },
};
const TEMPLATES = fileURLToPath(new URL('../../templates', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('each template has a case here', () => {
  expect(readdirSync(TEMPLATES).sort()).toEqual(Object.keys(CASES).sort());
});

it('each template has a page, a test, and names its own scripts', () => {
  for (const name of Object.keys(CASES)) {
    const read = (file: string): string => readFileSync(join(TEMPLATES, name, file), 'utf8');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const { next } = JSON.parse(read('template.json')) as { next: { run: string }[] };
    const named = [read('README.md'), ...next.map(({ run }) => run)].flatMap((text) =>
      [...text.matchAll(/npm (?:run )?(\w+)/g)].map(([, script]) => script!),
    );
    expect(named.filter((script) => script !== 'install' && !scripts[script])).toEqual([]);
    expect(readdirSync(join(TEMPLATES, name, 'test'))).toHaveLength(1);
    expect(existsSync(join(TEMPLATES, name, 'gitignore'))).toBe(true);
  }
});

it('each template asks for the versions that the repository uses', () => {
  const versionsIn = (file: string): Record<string, string> => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    return { ...dependencies, ...devDependencies };
  };
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const used = {
    ...versionsIn(`${root}examples/cdk-events/package.json`),
    ...versionsIn(`${root}package.json`),
    'cloud-emulator': '{{emulator}}',
  };
  // It asks for the version of `constructs` that CDKTF can do with.
  const usedByCdktf = { ...used, ...versionsIn(`${root}test/scenarios/clients/package.json`) };
  for (const name of Object.keys(CASES))
    expect(name === 'cdktf-ts' ? usedByCdktf : used).toMatchObject(versionsIn(join(TEMPLATES, name, 'package.json')));
});

it('nothing is overwritten, and what stands in the way is named', async () => {
  mkdirSync(join(folder, 'taken/src'), { recursive: true });
  writeFileSync(join(folder, 'taken/src/handler.ts'), '// mine');
  using project = await openTemplate('function-ts');
  const again = project.run('emulator', 'new', 'function-ts', join(folder, 'taken'));
  await expect(again).rejects.toThrow(/FILES_EXIST: .*taken has these files already: src\/handler\.ts\./);
  expect(readdirSync(join(folder, 'taken'))).toEqual(['src']);
  expect(readFileSync(join(folder, 'taken/src/handler.ts'), 'utf8')).toBe('// mine');
  await expect(project.run('emulator', 'new')).rejects.toThrow(
    /ended with 1\nTEMPLATE_UNKNOWN: No template is named\.\nThe templates are cdk-ts, /,
  );
  await expect(project.run('emulator', 'new', 'function-go')).rejects.toThrow('TEMPLATE_UNKNOWN: There is no template function-go.');
  await expect(project.run('emulator', 'new', 'function-ts', 'My_Shop')).rejects.toThrow(/NAME_INVALID: "My_Shop" .*--name my-shop\./s);
  expect(existsSync(join(project.folder, 'My_Shop'))).toBe(false);
  const written = JSON.parse(
    await project.run('emulator', 'new', 'terraform', 'My_Shop', '--name', 'my-shop', '--emulator', '1.2.3', '--json'),
  );
  expect(written).toMatchObject({ template: 'terraform', name: 'my-shop', folder: join(project.folder, 'My_Shop') });
  expect(written.files).toEqual(expect.arrayContaining(['.gitignore', '.npmrc', 'README.md', 'init/ready.d/main.tf']));
  expect(readFileSync(join(project.folder, 'My_Shop/package.json'), 'utf8')).toMatch(/"name": "my-shop"[\s\S]*"cloud-emulator": "1\.2\.3"/);
  expect(JSON.parse(await project.run('emulator', 'new', '--list', '--json'))).toHaveLength(Object.keys(CASES).length);
  expect(project.said).toMatch(/^\d+ files of function-ts .* are in shop\.\n\nNext:\n {2}cd shop\n {2}npm install .*\n {2}npm test /);
});

describe.skipIf(isMissing('the templates, run', whyNoLongScenario()))('as its README says', () => {
  it.each(Object.entries(CASES))('%s', { timeout: 400_000 }, async (name, { act, logs, source, needs, deploys, until = /^Ready\.$/m }) => {
    if (isMissing(`the template ${name}`, needs)) return;
    const address = `127.0.0.1:${await freePort()}`;
    const variables = { GATEWAY_LISTEN: address, AWS_ENDPOINT_URL: `http://${address}`, TF_CLI_CONFIG_FILE: writeSettings(folder) };
    using project = await openTemplate(name, {
      ...variables,
      CDK_VALIDATION: 'false',
      CDK_DISABLE_VERSION_CHECK: '1',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
    });
    await project.run('npm', 'test');
    if (existsSync(join(project.folder, 'tsconfig.json'))) await project.run('npm', 'run', 'check');
    let running: ChildProcess | undefined;
    try {
      if (deploys) await project.run('npm', 'run', 'deploy');
      else running = await project.begin('dev', until);
      await sees(project, /order 7 costs/, act, logs);
      project.edit(source, 'costs', 'is worth');
      await sees(project, /order 7 is worth/, act, logs);
    } finally {
      if (running) await ended(running);
      else await project.run('npm', 'run', 'stop');
    }
  });
});

/** Acts until the effect is seen: a changed file is noticed a moment later. */
const sees = (project: TemplateProject, pattern: RegExp, act: string, logs: string | undefined): Promise<void> =>
  untilPasses(async () => {
    const said = await project.run('npm', 'run', act);
    expect(logs === undefined ? said : await project.run('emulator', 'logs', logs)).toMatch(pattern);
  });

async function ended(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  const exit = once(child, 'exit');
  process.kill(-child.pid!, 'SIGTERM');
  await exit;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
