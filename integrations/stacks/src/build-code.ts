// Chooses how the code of a function or layer is built, as `sam build` does.
import { readdirSync } from 'node:fs';
import type { BuildRequest, BuiltCode } from './build-request.ts';
import { buildWithEsbuild } from './esbuild-build.ts';
import { buildWithMake } from './make-build.ts';
import { buildNode } from './node-build.ts';
import { buildPython } from './python-build.ts';
import { StackProblem } from './stack-problem.ts';

/** Members of `Metadata` that say how something is built. Others are nobody's business here. */
const NOT_HONOURED = ['WorkingDirectory', 'ContextPath', 'ProjectRootDirectory', 'DockerBuildArgs', 'Dockerfile'];

/** Files that say that a compiler or another manager of packages is needed. */
const NEEDS_OTHER_TOOLS: readonly (readonly [runtime: RegExp, file: RegExp])[] = [
  [/^java/, /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/],
  [/^dotnet/, /\.csproj$/],
  [/^ruby/, /^Gemfile$/],
  [/^go1/, /^go\.mod$/],
];

/** @throws StackProblem */
export async function buildCode(request: BuildRequest): Promise<BuiltCode> {
  const { metadata, source, runtime = '', isLayer, logicalId } = request;
  const asItIs: BuiltCode = { parts: [{ folder: source, into: '' }], builder: undefined };
  if (String(metadata['SkipBuild']) === 'true') return asItIs;
  const method = metadata['BuildMethod'] === undefined ? undefined : String(metadata['BuildMethod']);
  // A layer without a method is packed as it is.
  if (isLayer && method === undefined) return asItIs;
  const refused = NOT_HONOURED.find((name) => Object.hasOwn(metadata, name));
  if (refused !== undefined)
    throw new StackProblem(
      'build',
      `Metadata.${refused} of ${logicalId} is not honoured.`,
      '`sam build` does; `emulator deploy .aws-sam/build/template.yaml` then deploys what it built.',
    );
  if (method === 'esbuild' && !isLayer) return buildWithEsbuild(request);
  if (method === 'makefile') return buildWithMake(request);
  const name = method ?? runtime;
  if (/^nodejs/.test(name)) return buildNode({ ...request, runtime: name });
  if (/^python/.test(name)) return buildPython({ ...request, runtime: name });
  const files = readdirSync(source);
  if (method !== undefined || NEEDS_OTHER_TOOLS.some(([kind, file]) => kind.test(name) && files.some((each) => file.test(each))))
    throw new StackProblem(
      'build',
      `${logicalId} (${name}) needs a build that is not done here.`,
      '`sam build` does it; `emulator deploy .aws-sam/build/template.yaml` then deploys what it built. `--no-build` packs the folder as it is.',
    );
  return asItIs;
}
