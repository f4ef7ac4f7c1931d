import { type FSWatcher } from 'chokidar';
export type EntryKind = 'file' | 'folder' | 'link' | 'unknown';
export interface Watched {
    readonly folders: readonly string[];
    readonly polls: boolean;
    readonly isIgnored: (path: string, kind: EntryKind) => boolean;
    /** A file, a link or a folder has changed, is new or is gone. */
    readonly noted: (path: string) => void;
    /** Entries of a folder are new or gone. Told only where files are looked at, because events name the entry. */
    readonly entriesChanged: (folder: string) => void;
    readonly failed: (error: unknown) => void;
}
export type OpenWatcher = Pick<FSWatcher, 'add' | 'close'>;
/** Resolves once no further change can be missed. */
export declare function openWatcher({ folders, polls, isIgnored, noted, entriesChanged, failed }: Watched): Promise<OpenWatcher>;
