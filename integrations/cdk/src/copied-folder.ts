// Finds the folder of a project that an asset is a copy of. The CDK records no path, but it copies files as they are.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foldersBelow } from './project-folders.ts';

/** Undefined where no folder, or several folders alike, have all files of the copy. Files beside them may have been left out of the copy. */
export function copiedFolder(copy: string, { project, without }: { project: string; without: string }): string | undefined {
  const { files, folders } = namesIn(copy);
  const alike: { readonly folder: string; readonly more: number }[] = [];
  for (const each of foldersBelow(project, without)) {
    const isLike = files.every((name) => each.files.includes(name)) && folders.every((name) => each.folders.includes(name));
    if (!isLike || !hasCopyOf(each.folder, copy)) continue;
    alike.push({ folder: each.folder, more: each.files.length + each.folders.length - files.length - folders.length });
  }
  alike.sort((one, other) => one.more - other.more);
  const [first, second] = alike;
  return first && first.more !== second?.more ? first.folder : undefined;
}

function hasCopyOf(folder: string, copy: string): boolean {
  const { files, folders } = namesIn(copy);
  const isSame = (name: string): boolean => {
    const [one, other] = [join(folder, name), join(copy, name)];
    const [found, copied] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
    if (!found?.isFile() || !copied?.isFile()) return found === undefined && copied === undefined;
    return found.size === copied.size && readFileSync(one).equals(readFileSync(other));
  };
  return files.every(isSame) && folders.every((name) => hasCopyOf(join(folder, name), join(copy, name)));
}

function namesIn(folder: string): { files: readonly string[]; folders: readonly string[] } {
  const entries = readdirSync(folder, { withFileTypes: true });
  const [folders, files] = [entries.filter((entry) => entry.isDirectory()), entries.filter((entry) => !entry.isDirectory())];
  return { files: files.map(({ name }) => name), folders: folders.map(({ name }) => name) };
}
