// Functions with `BuildMethod: esbuild`: bundled by the project's own esbuild, with the options that SAM passes on.
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Builder, BuildRequest, BuiltCode } from './build-request.ts';
import { assertInstalled, type Tool } from './find-tool.ts';
import { installedDependencies, needsInstall, npmFor, type PackageFile, packageFile } from './node-build.ts';
import { runTool } from './run-tool.ts';
import { StackProblem } from './stack-problem.ts';
import { isObject, type Plain, type PlainObject } from './template-document.ts';

/** SAM's own options, and the options that its builders set themselves (aws-lambda-builders, nodejs_npm_esbuild). */
const NOT_OPTIONS = new Set(['EntryPoints', 'UseNpmCi', 'Bundle', 'Platform', 'Outdir']);
const DEFAULTS: Readonly<Record<string, string>> = { Target: '--target=es2020', Format: '--format=cjs', Minify: '--minify' };
const EXTENSIONS = ['.ts', '.js'];

export const esbuildBuilder: Builder = { check, build };

function check(request: BuildRequest): boolean {
  entryPoints(request);
  optionsOf(propertiesOf(request), request.logicalId);
  const manifest = packageFile(request.source);
  if (manifest && needsInstall(manifest) && !isInstalled(manifest, request.source)) assertInstalled(npmFor(request));
  assertInstalled(toolFor(findEsbuild(request.source).command, request));
  return true;
}

const propertiesOf = ({ metadata: { BuildProperties } }: BuildRequest): PlainObject => (isObject(BuildProperties) ? BuildProperties : {});

const toolFor = (command: string, { logicalId }: BuildRequest): Tool => ({
  command,
  purpose: `the function ${logicalId}`,
  ifMissing: '`npm install --save-dev esbuild` puts it into the project.',
});

async function build(request: BuildRequest): Promise<BuiltCode> {
  const { source, logicalId } = request;
  const manifest = packageFile(source);
  const esbuild = findEsbuild(source);
  const isolated = manifest !== undefined && needsInstall(manifest) && !isInstalled(manifest, source);
  const modules = isolated ? join(await installedDependencies(request, manifest), 'node_modules') : undefined;
  const outdir = join(request.cache, 'esbuild');
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const words = [
    '--bundle',
    '--platform=node',
    `--outdir=${outdir}`,
    ...optionsOf(propertiesOf(request), logicalId),
    '--log-level=warning',
  ];
  await runTool({
    ...toolFor(esbuild.command, request),
    words: [...esbuild.words, ...entryPoints(request).map((entry) => `./${entry}`), ...words],
    folder: source,
    // Dependencies that are not installed beside the sources are found where they were installed for this build.
    environment: modules === undefined ? {} : { NODE_PATH: modules },
  });
  return { parts: [{ folder: outdir, into: '' }], builder: 'esbuild' };
}

/** Relative to the code, with their extensions. @throws StackProblem */
export function entryPoints({ source, logicalId, metadata }: Pick<BuildRequest, 'source' | 'logicalId' | 'metadata'>): string[] {
  const properties = metadata['BuildProperties'];
  const named = isObject(properties) ? properties['EntryPoints'] : undefined;
  if (!Array.isArray(named) || named.length === 0)
    throw new StackProblem(
      'build',
      `${logicalId} is built with esbuild and names no entry point.`,
      'Metadata.BuildProperties.EntryPoints lists them: [app.ts].',
    );
  return named.map(String).map((entry) => {
    const candidates = extname(entry) === '' ? EXTENSIONS.map((extension) => `${entry}${extension}`) : [entry];
    const found = candidates.find((candidate) => existsSync(join(source, candidate)));
    if (found === undefined)
      throw new StackProblem('build', `The entry point ${entry} of ${logicalId} is not there: ${join(source, entry)}`);
    return found;
  });
}

/** `Minify: true` is `--minify`, `Target: es2020` is `--target=es2020`, `External: [x]` is `--external:x`. */
function optionsOf(properties: PlainObject, logicalId: string): string[] {
  const given = Object.entries(properties).filter(([name]) => !NOT_OPTIONS.has(name));
  const words = given.flatMap(([name, value]) => optionOf(name, value, logicalId));
  const defaults = Object.entries(DEFAULTS).flatMap(([name, word]) => (Object.hasOwn(properties, name) ? [] : [word]));
  return [...words, ...defaults];
}

function optionOf(name: string, value: Plain | undefined, logicalId: string): string[] {
  const option = `--${name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()}`;
  if (value === true || value === false) return value ? [option] : [];
  if (Array.isArray(value)) return value.map((each) => `${option}:${String(each)}`);
  if (typeof value === 'string' || typeof value === 'number') return [`${option}=${value}`];
  throw new StackProblem(
    'build',
    `BuildProperties.${name} of ${logicalId} is neither text nor true or false, nor a list.`,
    'Other values cannot be passed to esbuild.',
  );
}

/** Whether every dependency is found from the code, in its folder or above. */
function isInstalled({ dependencies = {} }: PackageFile, source: string): boolean {
  const isThere = (folder: string, name: string): boolean =>
    existsSync(join(folder, 'node_modules', name)) || (dirname(folder) !== folder && isThere(dirname(folder), name));
  return Object.keys(dependencies).every((name) => isThere(source, name));
}

/** The project's own, looked for as Node.js does; else the one in PATH. */
function findEsbuild(folder: string): { command: string; words: readonly string[] } {
  let program: string;
  try {
    program = createRequire(join(folder, 'package.json')).resolve('esbuild/bin/esbuild');
  } catch {
    return { command: 'esbuild', words: [] };
  }
  // The installation puts the compiled program where a script was.
  return isScript(program) ? { command: process.execPath, words: [program] } : { command: program, words: [] };
}

function isScript(file: string): boolean {
  const start = Buffer.alloc(2);
  const handle = openSync(file, 'r');
  readSync(handle, start, 0, 2, 0);
  closeSync(handle);
  return start.toString('latin1') === '#!';
}
