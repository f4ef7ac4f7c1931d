// The packages as they would be published: their manifests, what npm would send, and the script and the workflows of a release.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { datedChangelog } from '../../packaging/changelog.ts';
import { isMissing } from '../support/is-missing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const manifest = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Record<string, unknown>;

async function run(command: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  return stdout;
}

const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const PACKAGES = ['emulator', 'integrations/create'];
const offline = await run('npm', 'ping', '--fetch-timeout=5000', '--fetch-retries=0').then(
  () => undefined,
  () => 'needs a package registry: `npm ping` has no answer',
);

describe.each(PACKAGES)('%s', (folder) => {
  it('is published with provenance, in the version of the emulator, and installs without scripts', () => {
    const { version, publishConfig, license, scripts, private: isPrivate } = manifest(folder);
    expect({ version, publishConfig, license, scripts, isPrivate }).toEqual({
      version: manifest('emulator')['version'],
      publishConfig: { access: 'public', provenance: true },
      license: 'Apache-2.0',
      scripts: undefined,
      isPrivate: undefined,
    });
  });

  it.skipIf(isMissing(`${folder} published`, offline))('would be sent with what it needs, and not too much', async () => {
    const [sent] = Object.values(
      JSON.parse(await run('npm', 'publish', `./${folder}`, '--dry-run', '--json', '--ignore-scripts')) as Record<string, Sent>,
    );
    expect(sent!.unpackedSize).toBeLessThan(MAX_UNPACKED_BYTES);
    const paths = sent!.files.map(({ path }) => path);
    expect(paths).toContain('package.json');
    expect(paths.filter((path) => /^(?!dist\/templates\/).*\.test\.|node_modules|\.env/.test(path))).toEqual([]);
  });

  it.skipIf(isMissing(`publint of ${folder}`, offline))('passes publint', async () => {
    expect(await run('npx', '--yes', 'publint@0.3', 'run', folder)).toContain('All good!');
  });
});

interface Sent {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

it.skipIf(isMissing('the types of the package as resolvers see them', offline))(
  'has types that every resolver of ES modules finds',
  async () => {
    const said = await run(
      'npx',
      '--yes',
      '@arethetypeswrong/cli@0.18',
      '--pack',
      'emulator',
      '--profile',
      'esm-only',
      '--format',
      'ascii',
    );
    expect(said.match(/^(?:node16 \(from ESM\)|bundler): .*$/gm)?.filter((line) => !line.includes('🟢'))).toEqual([]);
  },
);

it('creates a project by the name of the package', async () => {
  expect(await run(process.execPath, 'integrations/create/create.mjs', '--list')).toContain('function-ts');
});

describe('a release', () => {
  it('dates the section of the changelog', () => {
    expect(datedChangelog('# C\n\n## 0.1.0 (unreleased)\n\n- x\n', '0.1.0', '2026-12-01')).toBe('# C\n\n## 0.1.0 (2026-12-01)\n\n- x\n');
    expect(() => datedChangelog('# C\n', '0.1.0', '2026-12-01')).toThrow('no section');
    expect(read('CHANGELOG.md')).toMatch(/^## \S+ \(unreleased\)$/m);
  });

  it('says what it would change', async () => {
    const said = await run(process.execPath, '--import', 'tsx', 'packaging/release.ts', '99.0.0', '--dry-run');
    expect(said).toContain('would change emulator/package.json, integrations/create/package.json, CHANGELOG.md, package-lock.json');
  });
});

interface Workflow {
  readonly name: string;
  readonly on: object;
  readonly jobs: Record<
    string,
    { readonly strategy?: { readonly matrix: { os: string[]; node: number[] } }; readonly steps: readonly Record<string, string>[] }
  >;
}

describe('the workflows', () => {
  const files = readdirSync(`${ROOT}packaging`).filter((name) => name.endsWith('.yml'));
  const workflow = (name: string) => load(read(`packaging/${name}`)) as Workflow;

  it.each(files)('%s has steps that use pinned actions or run commands', (name) => {
    for (const { steps } of Object.values(workflow(name).jobs))
      for (const { uses, run: command } of steps) {
        if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
        else expect(command).toBeTypeOf('string');
      }
  });

  it('run scripts that there are', () => {
    const { scripts = {} } = JSON.parse(read('package.json')) as { scripts?: Record<string, string> };
    const named = files.flatMap((name) => [...read(`packaging/${name}`).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!));
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('try the versions of Node.js and the systems that the README names', () => {
    const { os, node } = Object.values(workflow('systems.yml').jobs)[0]!.strategy!.matrix;
    expect(read('README.md')).toContain(`with Node.js ${node.slice(0, -1).join(', ')} and ${node.at(-1)}`);
    expect(os.map((name) => name.split('-')[0])).toEqual(['ubuntu', 'ubuntu', 'macos', 'windows']);
  });
});
