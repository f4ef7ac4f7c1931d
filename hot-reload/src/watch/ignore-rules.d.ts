export interface IgnoreOptions {
    /** Absolute. Paths outside of it are ignored. */
    readonly folder: string;
    /** Further patterns, written as in `.gitignore`. */
    readonly patterns?: readonly string[] | undefined;
    /** Absolute paths of further folders that are ignored. */
    readonly folders?: readonly string[] | undefined;
    /** Whether `.gitignore` files of the folder and below count. */
    readonly git: boolean;
    /** Paths below the folder that count even where git ignores them: the output of a build is often both ignored and the code. */
    readonly kept?: readonly string[] | undefined;
}
export declare class IgnoreRules {
    #private;
    constructor(options: IgnoreOptions);
    /** `kind`: `unknown` is ignored if either a file or a folder of this name would be. */
    isIgnored(path: string, kind: 'file' | 'folder' | 'unknown'): boolean;
    /** Reads `.gitignore` files again. */
    refresh(): void;
}
