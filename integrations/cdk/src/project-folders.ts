// Walks the folders of a project in which sources may lie.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface ProjectFolder {
  readonly folder: string;
  /** Names. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const WITHOUT_SOURCES = new Set(['node_modules', 'cdk.out', '__pycache__']);
const MAX_FOLDERS = 20_000;

/** The folder itself first, then those below, without packages, hidden folders and syntheses. */
export function* foldersBelow(project: string, without?: string): Generator<ProjectFolder> {
  const waiting = [project];
  for (const folder of waiting) {
    if (waiting.length > MAX_FOLDERS) return;
    const entries = readdirSync(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    yield { folder, folders, files: entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name) };
    const below = folders.filter((name) => !WITHOUT_SOURCES.has(name) && !name.startsWith('.')).map((name) => join(folder, name));
    // Assets in a synthesis under another name are copies, too.
    waiting.push(...below.filter((path) => path !== without && !basename(path).startsWith('asset.')));
  }
}
