export interface ChangeEvents {
    /** The first of some changes. */
    readonly began: () => void;
    /** No file has changed for a moment. Absolute paths, each once. */
    readonly settled: (paths: readonly string[]) => void;
}
export interface ChangesOptions extends ChangeEvents {
    readonly settleMs?: number | undefined;
    /** Called once no file has changed for a moment; what it returns is awaited, and changes that come meanwhile belong to the same ones. */
    readonly look?: (() => Promise<void> | undefined) | undefined;
}
export declare class Changes {
    #private;
    constructor(options: ChangesOptions);
    note(path: string): void;
    /** Reports what has been noted so far, at once. */
    close(): void;
}
