import type { EntryKind } from './chokidar-watcher.ts';
import { type IgnoreOptions } from './ignore-rules.ts';
export interface LookOptions extends Pick<IgnoreOptions, 'folder' | 'folders' | 'patterns' | 'kept'> {
    /** Whether a file or folder outside, to which a link leads, may be watched; by default each may. */
    readonly mayLinkTo?: ((target: string) => boolean) | undefined;
}
export declare class Look {
    #private;
    /** The folders that are watched, free of links: the folder itself, unless it is missing, and those to which its links lead. */
    readonly roots: string[];
    private constructor();
    /** `further`: more folders that are watched. */
    static at(options: LookOptions, further: readonly string[]): Promise<Look>;
    get isMissing(): boolean;
    /** The paths whose places count. */
    get ways(): readonly string[];
    /** Whether the links are the same, and lead to the same files and folders. */
    equals(other: Look): boolean;
    /** False if the folder is watched already. */
    take(further: string): boolean;
    /** Links to packages and the folder that holds them count, and nothing else of packages does. */
    isIgnored(path: string, kind: EntryKind): boolean;
    refreshGit(): void;
    /** Whether links may be others after a change at the path. */
    mayChangeAfter(path: string): boolean;
    /** The links among the entries of a folder that are new, gone, or lead elsewhere. */
    changedLinks(folder: string): Promise<readonly string[]>;
    /** Whether the path is a link, or was one, or links were below it. */
    touchesLinks(path: string): boolean;
}
