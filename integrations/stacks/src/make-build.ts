// Functions and layers with `BuildMethod: makefile`: the target `build-<logical id>` of the Makefile puts the code into ARTIFACTS_DIR.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Builder, type BuildRequest, type BuiltCode, NEVER_COPIED } from './build-request.ts';
import { assertInstalled, type Tool } from './find-tool.ts';
import { runTool } from './run-tool.ts';
import { StackProblem } from './stack-problem.ts';

/** In the order in which make looks for them. */
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

export const makeBuilder: Builder = { check, build };

function check(request: BuildRequest): boolean {
  makefileOf(request);
  assertInstalled(toolFor(request));
  return true;
}

const toolFor = ({ logicalId }: BuildRequest): Tool => ({
  command: 'make',
  purpose: logicalId,
  ifMissing: 'make builds it; `--no-build` packs the folder as it is.',
});

function makefileOf({ source, logicalId }: BuildRequest): string {
  const names = readdirSync(source);
  const makefile = MAKEFILES.find((name) => names.includes(name));
  if (makefile !== undefined) return makefile;
  throw new StackProblem(
    'build',
    `${logicalId} is built by make, and ${source} has no Makefile.`,
    `Its target build-${logicalId} puts the code into $ARTIFACTS_DIR.`,
  );
}

async function build(request: BuildRequest): Promise<BuiltCode> {
  const { source, logicalId } = request;
  const makefile = makefileOf(request);
  const [copy, artifacts] = [join(request.cache, 'make', 'sources'), join(request.cache, 'make', 'artifacts')];
  for (const folder of [copy, artifacts]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  // Built in a copy, so that nothing appears among the sources. Entry by entry, as the copy may lie in a folder of the source that is never copied.
  const isCopied = (path: string): boolean => !NEVER_COPIED.includes(basename(path));
  for (const name of readdirSync(source).filter(isCopied))
    cpSync(join(source, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: isCopied });
  await runTool({
    ...toolFor(request),
    words: ['--makefile', makefile, `build-${logicalId}`],
    folder: copy,
    environment: { ARTIFACTS_DIR: artifacts },
  });
  return { parts: [{ folder: artifacts, into: '' }], builder: 'make' };
}
