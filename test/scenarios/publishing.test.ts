// The packages as they would be published: their manifests, what npm would send, and the script and the workflows of a release.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { packagesInside } from '../../emulator/docs/licences.ts';
import { buildWords, type ImagePlan, labelsOf } from '../../emulator/image/plan.ts';
import { datedChangelog } from '../../packaging/changelog.ts';
import { NAMES, PUBLISHED, publishedManifest } from '../../packaging/names.ts';
import { billOfMaterials } from '../../packaging/sbom.ts';
import { isMissing } from '../support/is-missing.ts';
import { sources } from '../tidy/sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const manifest = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Record<string, unknown>;

async function run(command: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  return stdout;
}

const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const PACKAGES = Object.keys(PUBLISHED) as (keyof typeof PUBLISHED)[];
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

describe('the names in packaging/names.json', () => {
  it.each(PACKAGES)('are those of the manifest of %s', (folder) => {
    const manifests = manifest(folder) as unknown as Parameters<typeof publishedManifest>[0];
    expect(publishedManifest(manifests, folder, manifests.version)).toEqual(manifests);
  });

  it('reach a manifest with the addresses that are decided', () => {
    const decided = { ...NAMES, repository: 'https://example.com/it.git', homepage: 'https://example.com', support: 'help@example.com' };
    const needs = { [NAMES.package]: '0.1.0', other: '1.0.0' };
    expect(publishedManifest({ name: '', version: '0.1.0', dependencies: needs }, 'integrations/create', '2.0.0', decided)).toEqual({
      name: NAMES.createPackage,
      version: '2.0.0',
      dependencies: { [NAMES.package]: '2.0.0', other: '1.0.0' },
      repository: { type: 'git', url: 'git+https://example.com/it.git', directory: 'integrations/create' },
      homepage: 'https://example.com',
      bugs: { email: 'help@example.com' },
    });
  });

  it('are what every page and hint tells to install', () => {
    const files = sources('.', /\.(md|ts|mjs|java|py|go|rs|json|ya?ml)$/).filter((path) => !path.startsWith('test/'));
    const said = files.flatMap((path) =>
      [...read(path).matchAll(/npm (install|create)(?: --?[a-z-]+)* ([\w./-]*emulator)(?=[\s`"),:-])/g)].map(
        ([, how, name]) => `${path}: ${how} ${name!.split('/').at(-1)}`,
      ),
    );
    expect(said.length).toBeGreaterThan(5);
    const right = new RegExp(`: (install ${NAMES.package}|create ${NAMES.createPackage.replace('create-', '')})$`);
    expect(said.filter((each) => !right.test(each) && !each.includes('github-action'))).toEqual([]);
  });

  it.each([
    ['emulator/src/lib/package-root.ts', `"name": "${NAMES.package}"`],
    ['emulator/src/cli/client-settings.ts', `const NAME = '${NAMES.package}';`],
    ['emulator/src/mcp/mcp-server.ts', `name: '${NAMES.package}'`],
    ['emulator/docs/testing.md', `node_modules/${NAMES.package}/testing`],
    ['examples/compose/compose.yaml', `image: \${IMAGE:-${NAMES.image}}`],
    ['integrations/testcontainers/README.md', `new LocalstackContainer('${NAMES.image}')`],
    ['packaging/publish.yml', `/${NAMES.image}:`],
    ['integrations/github-action/README.md', `uses: ${NAMES.action}\n`],
    ['README.md', `# ${NAMES.product}\n`],
    ...sources('templates', /\/package\.json$/).map((path) => [path, `"${NAMES.package}": "{{emulator}}"`]),
  ])('are those of %s', (path, text) => {
    expect(read(path!)).toContain(text);
  });

  it('are the command and the registered action', () => {
    expect(manifest('emulator')['bin']).toEqual({ [NAMES.command]: 'bin/emulator.mjs' });
    expect(readdirSync(`${ROOT}${NAMES.action}`)).toContain('action.yml');
  });
});

describe('the bill of materials', () => {
  const bill = billOfMaterials();
  const refs = bill.components.map((component) => component['bom-ref']);

  it('has every package that the licences name, and every compiled one', () => {
    const compiled = Object.entries(manifest('emulator')['optionalDependencies'] as Record<string, string>);
    const wanted = [...packagesInside().map(({ name, version }) => `${name}@${version}`), ...compiled.map((each) => each.join('@'))];
    expect(refs.toSorted()).toEqual([...new Set(wanted)].sort());
  });

  it('is in the form of CycloneDX, about the package, with references that there are', () => {
    const { version } = manifest('emulator') as { version: string };
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: NAMES.package, version, purl: `pkg:npm/${NAMES.package}@${version}` } },
    });
    for (const { purl, name, version: its } of bill.components) expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${its}`);
    const known = new Set([...refs, `${NAMES.package}@${version}`]);
    expect(bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref))).toEqual([]);
  });
});

describe('the image', () => {
  const plan: ImagePlan = {
    ...{ image: 'registry.example/it:1.0.0', version: '1.0.0', revision: 'abc', created: '2026-12-01T00:00:00.000Z' },
    ...{ base: '', architectures: ['amd64', 'arm64'], context: '/context' },
  };

  it('has the labels of the Open Container Initiative, without empty ones', () => {
    const labels = labelsOf(plan, { ...NAMES, repository: '', homepage: 'https://example.com' }, 'What it is.');
    expect(labels).toEqual({
      'org.opencontainers.image.title': NAMES.product,
      'org.opencontainers.image.description': 'What it is.',
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.version': '1.0.0',
      'org.opencontainers.image.revision': 'abc',
      'org.opencontainers.image.created': '2026-12-01T00:00:00.000Z',
      'org.opencontainers.image.url': 'https://example.com',
      'org.opencontainers.image.documentation': 'https://example.com',
    });
  });

  it('is built for all platforms with provenance, or for one', () => {
    expect(buildWords(plan, { a: 'b' }).join(' ')).toBe(
      'buildx build --platform linux/amd64,linux/arm64 --provenance mode=max --sbom true --push --label a=b --tag registry.example/it:1.0.0 /context',
    );
    expect(buildWords({ ...plan, architectures: ['arm64'], base: 'node:22' }, {}).join(' ')).toBe(
      'build --build-arg TARGETARCH=arm64 --build-arg BASE=node:22 --tag registry.example/it:1.0.0 /context',
    );
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
