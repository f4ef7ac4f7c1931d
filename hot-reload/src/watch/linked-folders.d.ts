/**
 * The outermost folder of packages in which a path lies. Links to installed packages lead to a store of packages (pnpm, Bun), in which more links
 * lead from one package to another. Undefined if the path lies in none.
 */
export declare const packagesAround: (path: string) => string | undefined;
interface LinkRules {
    /** Whether links at this path, below the folder or one of the targets, do not count. */
    readonly isIgnored: (path: string, root: string) => boolean;
    /** Whether a target, free of links, may be watched. */
    readonly mayLinkTo?: ((target: string) => boolean) | undefined;
}
export interface FoundLinks {
    /** The text of each link, by its path. */
    readonly links: ReadonlyMap<string, string>;
    /** The targets outside of the folder, without those inside of other targets and without installed packages. */
    readonly targets: readonly string[];
    /** Where paths outside lead: links that lead out or nowhere, and folders of installed packages to which links lead. */
    readonly places: ReadonlyMap<string, string>;
}
/** `folder` must be free of links. The targets' own links are followed, too. */
export declare function linkedFolders(folder: string, { isIgnored, mayLinkTo }: LinkRules): Promise<FoundLinks>;
/** Tells a file or folder from every other one; empty if the path leads nowhere. */
export declare function placeOf(path: string): Promise<string>;
/** The links below a folder, without those of installed packages. */
export declare function linksIn(root: string, isIgnored: (path: string) => boolean): Promise<readonly string[]>;
export {};
