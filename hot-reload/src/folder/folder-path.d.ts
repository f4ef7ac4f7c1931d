export interface Machine {
    readonly platform: NodeJS.Platform;
    readonly environment: Readonly<Record<string, string | undefined>>;
}
/** `$NAME` and `${NAME}`. Variables that are not set stay as they are written, as in Python's `expandvars`. */
export declare const expandVariables: (text: string, environment: Machine['environment']) => string;
export declare const isAbsolutePath: (path: string) => boolean;
/**
 * The path in the form of this machine, without a slash at the end: `C:\Users\me` is `/mnt/c/Users/me` on Linux, and `/mnt/c/Users/me` is
 * `C:\Users\me` on Windows. Undefined if it is relative once its variables are expanded.
 */
export declare function folderPath(written: string, { platform, environment }: Machine): string | undefined;
/** The folder as a URL, as the established emulator shows it: `file:///srv/app`. */
export declare const folderUrl: (folder: string) => string;
