// Functions and layers for Python, as `sam build` makes them: the packages of requirements.txt, and the sources over them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Builder, BuildRequest, BuiltCode } from './build-request.ts';
import { cachedFolder } from './cached-folder.ts';
import { assertInstalled, type Tool } from './find-tool.ts';
import { runTool } from './run-tool.ts';

/** Not copied by aws-lambda-builders (python_pip). */
const LEFT_OUT = [
  ...['.aws-sam', '.git', '.venv', 'venv', 'env', 'ENV', 'env.bak', 'venv.bak', '.env', '.chalice', '.vscode', '.idea', '.hypothesis'],
  ...['.tox', '.nox', '.pytest_cache', '.mypy_cache', '.coverage', '.cache', 'htmlcov', '.python-version'],
];
const INSTALL = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--quiet', '--no-compile'];

export const pythonBuilder: Builder = { check, build };

function check(request: BuildRequest): boolean {
  if (requirementsOf(request) === undefined) return false;
  assertInstalled(toolFor(interpreterFor(request.runtime ?? 'python3'), request));
  return true;
}

const toolFor = (python: string, { logicalId }: BuildRequest): Tool => ({
  command: python,
  purpose: `the packages of ${logicalId}`,
  ifMissing: 'Python with pip installs them; `--no-build` packs the folder as it is.',
});

/** The path of `requirements.txt` if it names a package. */
function requirementsOf({ source }: BuildRequest): string | undefined {
  const file = join(source, 'requirements.txt');
  return existsSync(file) && hasRequirement(readFileSync(file, 'utf8')) ? file : undefined;
}

async function build(request: BuildRequest): Promise<BuiltCode> {
  const { source, isLayer, logicalId, runtime = 'python3', tell } = request;
  const into = isLayer ? 'python' : '';
  const sources = { folder: source, into, without: LEFT_OUT };
  const file = requirementsOf(request);
  if (file === undefined) return { parts: [sources], builder: undefined };
  const python = interpreterFor(runtime);
  if (python !== runtime) tell(`${logicalId} runs on ${runtime}, which is not installed: its packages are those for ${python}.`);
  const packages = await cachedFolder(join(request.cache, 'pip'), [python, readFileSync(file)], (folder) =>
    runTool({
      ...toolFor(python, request),
      words: [...INSTALL, '--target', folder, '--requirement', 'requirements.txt'],
      // Paths in the list are relative to it.
      folder: source,
    }),
  );
  return { parts: [{ folder: packages, into }, sources], builder: 'pip' };
}

/** Whether there is anything but comments. */
const hasRequirement = (text: string): boolean => text.split('\n').some((line) => /^\s*[^\s#]/.test(line));

/** `python3.12` for the runtime of that name, where this machine has it with pip; else `python3`. */
function interpreterFor(runtime: string): string {
  const { status } = spawnSync(runtime, ['-m', 'pip', '--version'], { stdio: 'ignore' });
  return status === 0 ? runtime : 'python3';
}
