/**
 * The type of the file system that holds a path, from the text of `/proc/self/mountinfo`. The path must be absolute, without links. Undefined
 * if no mount holds it.
 */
export declare function fileSystemOf(path: string, mountInfo: string): string | undefined;
/** False where that cannot be known (outside of Linux). */
export declare function needsPolling(path: string): boolean;
