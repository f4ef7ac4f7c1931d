// Folders and files that no deployment packs: hot reload refuses the same for their secrets.
import { homedir, tmpdir } from 'node:os';
import { FolderRules } from '#hot-reload/folder/folder-rules';
import { isTemporaryFolder } from '#lib/temporary-folder';

/** Why the path is not packed, as the end of a sentence that begins with it. Undefined if it may be packed. */
export function secretFolders(): (path: string) => string | undefined {
  const facts = { started: process.cwd(), home: homedir(), temporary: tmpdir(), own: [], isOwn: isTemporaryFolder };
  const rules = new FolderRules({ ...facts, listed: process.env['HOT_RELOAD_FOLDERS'] ?? '' });
  return (path) => rules.secret(path);
}
