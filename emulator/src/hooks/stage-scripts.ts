// Which scripts each stage has, in which folders they were looked for, and what is odd about those folders.
import { join } from 'node:path';
import type { Log } from '#core/log';
import { discover, type FoundScript } from './discover.ts';
import { loadRunners } from './extensions.ts';
import { folderOf, STAGES, type Stage } from './stage.ts';

export interface StageScripts {
  /** Looked up anew each time: an earlier stage may write the scripts of a later one. */
  of(stage: Stage): FoundScript[];
  notes(): string[];
}

export async function loadStageScripts(directories: readonly string[], extensions: string, log: Log): Promise<StageScripts> {
  const { runners, unknown } = await loadRunners(extensions);
  for (const name of unknown) log.warn(`EXTENSION_AUTO_INSTALL names ${name}, which is no extension here`);
  const foldersOf = (stage: Stage) => directories.map((directory) => join(directory, folderOf(stage)));
  const notes = (): string[] => {
    const states = STAGES.map((stage) => ({ stage, found: foldersOf(stage).map((folder) => discover(folder, runners)) }));
    return states.flatMap(({ stage, found }) => {
      const where = foldersOf(stage).join(' and ');
      if (found.every((scripts) => scripts === undefined)) return [`${stage}: ${where} is not there (not mounted?)`];
      return found.some((scripts) => scripts !== undefined && scripts.length > 0) ? [] : [`${stage}: ${where} is empty`];
    });
  };
  const all = STAGES.flatMap((stage) => foldersOf(stage).flatMap((folder) => discover(folder, runners) ?? []));
  if (all.length === 0) log.warn(`no script in ${directories.join(' and ')}: ${notes().join('; ')}`);
  else log.debug(() => `found ${all.map(({ path }) => path).join(', ')}; ${notes().join('; ')}`);
  return { of: (stage) => foldersOf(stage).flatMap((folder) => discover(folder, runners) ?? []), notes };
}
