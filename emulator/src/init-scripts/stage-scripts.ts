// The scripts of each stage.
import type { Log } from '#core/log';
import { discover, type FoundScript } from './discover.ts';
import { loadRunners } from './extensions.ts';
import { stageFolders } from './folder-notes.ts';
import { EXTENSION_UNKNOWN } from './messages.ts';
import { STAGES, type Stage } from './stage.ts';
import { whyNot } from './why-not.ts';

export interface StageScripts {
  /** Searched anew each time, because an earlier stage may write the scripts of a later one. */
  of(stage: Stage): FoundScript[];
}

export async function loadStageScripts(
  directories: readonly string[],
  extensions: string,
  searchPath: string | undefined,
  log: Log,
): Promise<StageScripts> {
  const { runners, unknown } = await loadRunners(extensions);
  for (const name of unknown) log.write(EXTENSION_UNKNOWN, { name });
  const found = (stage: Stage): FoundScript[] => stageFolders(directories, stage).flatMap((folder) => discover(folder, runners) ?? []);
  const of = (stage: Stage): FoundScript[] =>
    stage === 'BOOT' ? found(stage).map((script) => withReason(script, searchPath)) : found(stage);
  log.debug(
    () =>
      `found ${STAGES.flatMap(found)
        .map(({ path }) => path)
        .join(', ')}`,
  );
  return { of };
}

/** Scripts of BOOT run in another process, so problems that are known beforehand are added here. */
function withReason(script: FoundScript, searchPath: string | undefined): FoundScript {
  const reason = whyNot(script, searchPath);
  return reason === undefined ? script : { ...script, reason };
}
