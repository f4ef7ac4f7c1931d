// Functions and layers for Node.js, as `sam build` makes them: the sources, and the production dependencies of their package.json beside them.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { type Builder, type BuildRequest, type BuiltCode, NEVER_COPIED } from './build-request.ts';
import { cachedFolder } from './cached-folder.ts';
import { assertInstalled, type Tool } from './find-tool.ts';
import { fingerprintOf, packedFiles } from './folder-files.ts';
import { runTool } from './run-tool.ts';
import { StackProblem } from './stack-problem.ts';

export interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Files that npm reads beside package.json. */
const BESIDE = ['package-lock.json', 'npm-shrinkwrap.json', '.npmrc'];
/** They need the sources while npm installs. */
const LIFE_CYCLE = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
const LEFT_OUT = ['node_modules', ...NEVER_COPIED];

export const nodeBuilder: Builder = { check, build };

function check(request: BuildRequest): boolean {
  const manifest = packageFile(request.source);
  if (!manifest || !needsInstall(manifest)) return false;
  assertInstalled(npmFor(request));
  return true;
}

export const npmFor = ({ logicalId }: Pick<BuildRequest, 'logicalId'>): Tool => ({
  command: 'npm',
  purpose: `the dependencies of ${logicalId}`,
  ifMissing: 'npm comes with Node.js; `--no-build` packs the folder as it is.',
});

async function build(request: BuildRequest): Promise<BuiltCode> {
  const { source, isLayer } = request;
  const into = isLayer ? 'nodejs' : '';
  const manifest = packageFile(source);
  // `sam build` goes on without dependencies, too, and copies what is there.
  if (!manifest) return { parts: [{ folder: source, into }], builder: undefined };
  const sources = { folder: source, into, without: LEFT_OUT };
  if (!needsInstall(manifest)) return { parts: [sources], builder: undefined };
  if (hasLifeCycle(manifest)) return { parts: [{ folder: await installedWithSources(request, manifest), into }], builder: 'npm' };
  const installed = await installedDependencies(request, manifest);
  return { parts: [sources, { folder: join(installed, 'node_modules'), into: join(into, 'node_modules') }], builder: 'npm' };
}

/** @throws StackProblem */
export function packageFile(folder: string): PackageFile | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
  } catch (cause) {
    throw new StackProblem('build', `${file} is no JSON: ${(cause as Error).message}`, undefined, cause);
  }
}

const dependenciesOf = ({ dependencies, optionalDependencies }: PackageFile) => ({ ...dependencies, ...optionalDependencies });
export const needsInstall = (manifest: PackageFile): boolean => Object.keys(dependenciesOf(manifest)).length > 0 || hasLifeCycle(manifest);
const hasLifeCycle = ({ scripts = {} }: PackageFile): boolean => LIFE_CYCLE.some((name) => Object.hasOwn(scripts, name));

/** A folder with `node_modules`, made once for the same manifest and lock file. */
export function installedDependencies(request: BuildRequest, manifest: PackageFile): Promise<string> {
  const { source } = request;
  const local = Object.values(dependenciesOf(manifest)).some((version) => version.startsWith('file:'));
  // The lock file has the paths of local packages as they were.
  const beside = BESIDE.filter((name) => existsSync(join(source, name)) && !(local && name.endsWith('.json')));
  const inputs = ['package.json', ...beside].map((name) => readFileSync(join(source, name)));
  return cachedFolder(join(request.cache, 'npm'), [process.version, ...inputs], async (folder) => {
    for (const name of beside) cpSync(join(source, name), join(folder, name));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(withAbsolutePaths(manifest, source)));
    await install(request, folder);
  });
}

function withAbsolutePaths(manifest: PackageFile, source: string): PackageFile {
  const absolute = (versions: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(versions).map(([name, version]) => {
        const path = /^file:(.*)$/.exec(version)?.[1];
        return [name, path === undefined || isAbsolute(path) ? version : `file:${resolve(source, path)}`];
      }),
    );
  return {
    ...manifest,
    ...(manifest.dependencies && { dependencies: absolute(manifest.dependencies) }),
    ...(manifest.optionalDependencies && { optionalDependencies: absolute(manifest.optionalDependencies) }),
  };
}

/** A copy of everything, in which npm ran with the package's own scripts. */
async function installedWithSources(request: BuildRequest, manifest: PackageFile): Promise<string> {
  const { source } = request;
  const fingerprint = await fingerprintOf(await packedFiles([{ folder: source, into: '', without: LEFT_OUT }]));
  return cachedFolder(join(request.cache, 'npm'), [process.version, fingerprint], async (folder) => {
    cpSync(source, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === source || !LEFT_OUT.includes(basename(path)),
    });
    writeFileSync(join(folder, 'package.json'), JSON.stringify(withAbsolutePaths(manifest, source), null, 2));
    await install(request, folder);
  });
}

function install({ logicalId, metadata }: BuildRequest, folder: string): Promise<void> {
  const properties = metadata['BuildProperties'] as { UseNpmCi?: unknown } | undefined;
  const hasLock = ['package-lock.json', 'npm-shrinkwrap.json'].some((name) => existsSync(join(folder, name)));
  const clean = String(properties?.UseNpmCi) === 'true' && hasLock;
  return runTool({
    ...npmFor({ logicalId }),
    words: [clean ? 'ci' : 'install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', ...(clean ? [] : ['--no-save'])],
    folder,
  });
}
