export declare class FirstLooks {
    #private;
    /** Notes the state of each file; a change after it resolves is found. */
    note(paths: readonly string[]): Promise<void>;
    /** A change of the file has been reported. */
    reported(path: string): void;
    /** Calls `changed` in `afterMs` milliseconds with each path that differs from what was noted, unless that has been reported. */
    compare(afterMs: number, changed: (path: string, isFolder: boolean) => void): void;
    close(): void;
}
