export interface FolderFacts {
    /** Folders below which code may lie, separated by commas (HOT_RELOAD_FOLDERS). Empty: below `started`, `home` and `temporary`. */
    readonly listed: string;
    /** The folder in which the emulator was started. */
    readonly started: string;
    readonly home: string;
    readonly temporary: string;
    /** The emulator's own folders. */
    readonly own: readonly string[];
    /** Whether a path lies in a folder that an emulator, this one or another, made for itself. */
    readonly isOwn: (path: string) => boolean;
}
export declare const ALLOW_HINT = "HOT_RELOAD_FOLDERS lists the folders below which code may lie, separated by commas.";
export declare class FolderRules {
    #private;
    constructor(facts: FolderFacts);
    /** The folders below which code may lie, free of links. Read anew each time, because folders may be made, and made links, at any time. */
    get parents(): readonly string[];
    /** The emulator's own folders, free of links. */
    get own(): readonly string[];
    /**
     * Why this path cannot be code, as the end of a sentence that begins with the path; undefined if it can. Links are resolved first, as far
     * as the path exists. `path`: absolute.
     */
    refusal(path: string): string | undefined;
    /** The same, for the path's secrets alone: wherever else it lies, and whatever it has. */
    secret(path: string): string | undefined;
}
/** The path with its links resolved, as far as it exists. */
export declare function withoutLinks(path: string): string;
