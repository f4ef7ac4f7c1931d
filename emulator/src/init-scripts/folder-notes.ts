// Notes about unusual folders of stages: absent, or empty.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, STAGES, type Stage } from './stage.ts';

/** The folders of a stage, in the order in which they are read. */
export const stageFolders = (directories: readonly string[], stage: Stage): string[] =>
  directories.map((directory) => join(directory, folderOf(stage)));

/** Whether the folder of any stage has an entry; reads each folder once. */
export const anyEntries = (directories: readonly string[]): boolean =>
  STAGES.some((stage) => stageFolders(directories, stage).some((folder) => (entriesOf(folder)?.length ?? 0) > 0));

export function folderNotes(directories: readonly string[]): string[] {
  const anyScripts = anyEntries(directories);
  return STAGES.flatMap((stage) => {
    const folders = stageFolders(directories, stage);
    const entries = folders.map(entriesOf);
    const where = folders.join(' and ');
    // Where a stage has scripts, the folders of others may be left out.
    if (entries.every((names) => names === undefined)) return anyScripts ? [] : [`${stage}: ${where} is not there (not mounted?)`];
    return entries.some((names) => names && names.length > 0) ? [] : [`${stage}: ${where} is empty`];
  });
}

/** Names that count as scripts; undefined if the folder does not exist. */
function entriesOf(folder: string): string[] | undefined {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return undefined;
  }
}
