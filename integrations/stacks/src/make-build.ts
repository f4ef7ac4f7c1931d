// Functions and layers with `BuildMethod: makefile`: the target `build-<logical id>` of the Makefile puts the code into ARTIFACTS_DIR.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildRequest, type BuiltCode, NEVER_COPIED } from './build-request.ts';
import { runTool } from './run-tool.ts';
import { StackProblem } from './stack-problem.ts';

export async function buildWithMake(request: BuildRequest): Promise<BuiltCode> {
  const { source, logicalId } = request;
  if (!existsSync(join(source, 'Makefile')))
    throw new StackProblem(
      'build',
      `${logicalId} is built by make, and ${source} has no Makefile.`,
      `Its target build-${logicalId} puts the code into $ARTIFACTS_DIR.`,
    );
  const [copy, artifacts] = [join(request.cache, 'make', 'sources'), join(request.cache, 'make', 'artifacts')];
  for (const folder of [copy, artifacts]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  // Built in a copy, so that nothing appears among the sources.
  cpSync(source, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === source || !NEVER_COPIED.includes(basename(path)),
  });
  await runTool({
    command: 'make',
    words: ['--makefile', 'Makefile', `build-${logicalId}`],
    folder: copy,
    environment: { ARTIFACTS_DIR: artifacts },
    purpose: logicalId,
    ifMissing: 'make builds it; `--no-build` packs the folder as it is.',
  });
  return { parts: [{ folder: artifacts, into: '' }], builder: 'make' };
}
