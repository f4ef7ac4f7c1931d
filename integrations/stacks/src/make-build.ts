// Functions and layers with `BuildMethod: makefile`: the target `build-<logical id>` of the Makefile puts the code into ARTIFACTS_DIR.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildRequest, type BuiltCode, NEVER_COPIED } from './build-request.ts';
import { runTool } from './run-tool.ts';
import { StackProblem } from './stack-problem.ts';

/** In the order in which make looks for them. */
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

export async function buildWithMake(request: BuildRequest): Promise<BuiltCode> {
  const { source, logicalId } = request;
  const names = readdirSync(source);
  const makefile = MAKEFILES.find((name) => names.includes(name));
  if (makefile === undefined)
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
  // Built in a copy, so that nothing appears among the sources. Entry by entry, as the copy may lie in a folder of the source that is never copied.
  const isCopied = (path: string): boolean => !NEVER_COPIED.includes(basename(path));
  for (const name of names.filter(isCopied))
    cpSync(join(source, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: isCopied });
  await runTool({
    command: 'make',
    words: ['--makefile', makefile, `build-${logicalId}`],
    folder: copy,
    environment: { ARTIFACTS_DIR: artifacts },
    purpose: logicalId,
    ifMissing: 'make builds it; `--no-build` packs the folder as it is.',
  });
  return { parts: [{ folder: artifacts, into: '' }], builder: 'make' };
}
