// `npm run image`: stages the bundle with the compiled packages of Linux, and builds the image for this machine. `npm run image -- --all` builds one for
// all platforms, with provenance, and pushes it. `--stage <folder>` stages alone, and prints the command. `IMAGE` and `BASE` name another image and base.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NAMES } from '../../packaging/names.ts';
import { billOfMaterials } from '../../packaging/sbom.ts';
import { type Architecture, buildWords, type ImagePlan, labelsOf, PLATFORMS } from './plan.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ALL = Object.keys(PLATFORMS) as Architecture[];
/** Files of the package that are the same for all architectures. */
const OWN = ['package.json', 'dist', 'models/dist', 'NOTICE', 'LICENSE', 'THIRD-PARTY-LICENCES.md'];

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false }, stage: { type: 'string' } } });
const manifest = JSON.parse(readFileSync(join(ROOT, 'emulator/package.json'), 'utf8')) as {
  version: string;
  description: string;
  optionalDependencies?: Record<string, string>;
};
const here = ALL.filter((architecture) => PLATFORMS[architecture] === process.arch);
const context = values.stage ?? mkdtempSync(join(tmpdir(), 'cloud-emulator-image-'));
const plan: ImagePlan = {
  image: process.env['IMAGE'] ?? (values.all ? `${NAMES.image}:${manifest.version}` : NAMES.image),
  version: manifest.version,
  revision: revision(),
  created: new Date().toISOString(),
  base: process.env['BASE'] ?? '',
  architectures: values.all ? ALL : here,
  context,
};
const words = buildWords(plan, labelsOf(plan, NAMES, manifest.description));
try {
  stage();
  if (values.stage === undefined) execFileSync('docker', words, { stdio: 'inherit' });
  else console.log(['docker', ...words].map((word) => (word.includes(' ') ? JSON.stringify(word) : word)).join(' '));
} finally {
  if (values.stage === undefined) rmSync(context, { recursive: true, force: true });
}

function stage(): void {
  if (!existsSync(join(ROOT, 'emulator/dist/cli.js'))) throw new Error('there is no bundle: npm run build');
  for (const path of OWN) copy(join('emulator', path), join('emulator', path), (file) => !/models\/dist\/.*\.ts$/.test(file));
  for (const architecture of plan.architectures) stageCompiled(architecture);
  for (const name of ['Dockerfile', 'healthcheck.mjs']) cpSync(join(ROOT, 'emulator/image', name), join(context, name));
  writeFileSync(join(context, 'sbom.cdx.json'), JSON.stringify(billOfMaterials()));
}

/** The compiled packages of Linux for that architecture: those that are installed here, else from the registry. */
function stageCompiled(architecture: Architecture): void {
  const folder = join(context, 'packages', architecture);
  const wanted = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) => name.endsWith(`-linux-${PLATFORMS[architecture]}`));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const missing = wanted.filter(([name]) => !existsSync(join(ROOT, 'node_modules', name)));
  if (missing.length > 0) {
    const system = ['--os', 'linux', '--cpu', PLATFORMS[architecture], '--libc', 'glibc'];
    const names = missing.map(([name, version]) => `${name}@${version}`);
    // Forced, because npm refuses packages of another architecture by name.
    const quiet = ['--force', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', '--prefix', folder, ...system, ...quiet, ...names], { stdio: 'inherit' });
  }
  for (const [name] of wanted)
    if (!missing.some(([other]) => other === name)) copy(join('node_modules', name), join('packages', architecture, 'node_modules', name));
  if (readdirSync(join(folder, 'node_modules')).length === 0) throw new Error(`there is no compiled package for ${architecture}`);
}

function copy(from: string, to: string, wanted: (file: string) => boolean = () => true): void {
  mkdirSync(join(context, to, '..'), { recursive: true });
  cpSync(join(ROOT, from), join(context, to), { recursive: true, filter: wanted });
}

function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
