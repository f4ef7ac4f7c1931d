// Chooses how the code of a function or layer is built, as `sam build` does.
import { readdirSync } from 'node:fs';
import type { Builder, BuildRequest, BuiltCode } from './build-request.ts';
import { esbuildBuilder } from './esbuild-build.ts';
import { makeBuilder } from './make-build.ts';
import { nodeBuilder } from './node-build.ts';
import { pythonBuilder } from './python-build.ts';
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
  return builderOf(request)?.build(named(request)) ?? { parts: [{ folder: request.source, into: '' }], builder: undefined };
}

/** As `Builder.check`. @throws StackProblem for what is not there, and for what is not built here */
export const checkBuild = (request: BuildRequest): boolean => builderOf(request)?.check(named(request)) ?? false;

/** The runtime of a layer is what its method names. */
const named = (request: BuildRequest): BuildRequest => ({ ...request, runtime: methodOf(request) ?? request.runtime });

const methodOf = ({ metadata: { BuildMethod } }: BuildRequest): string | undefined =>
  BuildMethod === undefined ? undefined : String(BuildMethod);

/** Undefined if the folder is packed as it is. @throws StackProblem */
function builderOf(request: BuildRequest): Builder | undefined {
  const { metadata, source, runtime = '', isLayer, logicalId } = request;
  if (String(metadata['SkipBuild']) === 'true') return undefined;
  const method = methodOf(request);
  // A layer without a method is packed as it is.
  if (isLayer && method === undefined) return undefined;
  const refused = NOT_HONOURED.find((name) => Object.hasOwn(metadata, name));
  if (refused !== undefined)
    throw new StackProblem(
      'build',
      `Metadata.${refused} of ${logicalId} is not honoured.`,
      '`sam build` does; `emulator deploy .aws-sam/build/template.yaml` then deploys what it built.',
    );
  if (method === 'esbuild' && !isLayer) return esbuildBuilder;
  if (method === 'makefile') return makeBuilder;
  const name = method ?? runtime;
  if (/^nodejs/.test(name)) return nodeBuilder;
  if (/^python/.test(name)) return pythonBuilder;
  const files = readdirSync(source);
  if (method !== undefined || NEEDS_OTHER_TOOLS.some(([kind, file]) => kind.test(name) && files.some((each) => file.test(each))))
    throw new StackProblem(
      'build',
      `${logicalId} (${name}) needs a build that is not done here.`,
      '`sam build` does it; `emulator deploy .aws-sam/build/template.yaml` then deploys what it built. `--no-build` packs the folder as it is.',
    );
  return undefined;
}
