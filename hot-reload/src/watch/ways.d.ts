export interface WaysOptions {
    /** Looks where the paths lead every 100 ms, instead of waiting for events. */
    readonly polls: boolean;
    /** Something on the way to a path was made, removed or replaced. */
    readonly changed: (path: string) => void;
    readonly failed: (error: unknown) => void;
}
export declare class Ways {
    #private;
    constructor(options: WaysOptions);
    add(path: string): Promise<void>;
    close(): void;
}
/** The entries by which a path is found, each with its folder, which is free of links: up to the first one that is missing. */
export declare function entriesOnWay(path: string): Promise<readonly (readonly [string, string])[]>;
