// Which scripts each stage has.
import type { Log } from '#core/log';
import { discover, type FoundScript } from './discover.ts';
import { loadRunners } from './extensions.ts';
import { folderNotes, stageFolders } from './folder-notes.ts';
import { STAGES, type Stage } from './stage.ts';

export interface StageScripts {
  /** Looked up anew each time: an earlier stage may write the scripts of a later one. */
  of(stage: Stage): FoundScript[];
}

export async function loadStageScripts(directories: readonly string[], extensions: string, log: Log): Promise<StageScripts> {
  const { runners, unknown } = await loadRunners(extensions);
  for (const name of unknown) log.warn(`EXTENSION_AUTO_INSTALL names ${name}, which is no extension here`);
  const of = (stage: Stage): FoundScript[] => stageFolders(directories, stage).flatMap((folder) => discover(folder, runners) ?? []);
  log.debug(
    () =>
      `found ${STAGES.flatMap(of)
        .map(({ path }) => path)
        .join(', ')}; ${folderNotes(directories).join('; ')}`,
  );
  return { of };
}
