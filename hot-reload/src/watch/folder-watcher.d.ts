import { type ChangeEvents } from './changes.ts';
import { type LookOptions } from './look.ts';
export interface FolderWatchOptions extends ChangeEvents, LookOptions {
    /** Looks at all files every 100 ms instead of waiting for events; by default where the file system reports none. */
    readonly polls?: boolean | undefined;
    /** How long no file must change; by default 30 ms. */
    readonly settleMs?: number | undefined;
    /** Called before `settled` where the path leads to another folder by now, or a link to another place: mounts show the old ones. */
    readonly moved?: (() => void) | undefined;
    /** The kernel has no room for more events (`ENOSPC`, `EMFILE`), so that the folder is polled from now on. */
    readonly fellBack?: ((reason: string) => void) | undefined;
}
export interface FolderWatcher {
    readonly polls: boolean;
    /** Watches a further folder, as a linked one. */
    add(folder: string): void;
    close(): Promise<void>;
}
/** Resolves once no further change can be missed. @throws Error ENOENT if there is no such folder */
export declare function watchFolder(options: FolderWatchOptions): Promise<FolderWatcher>;
