import type { FoundEsbuild } from './found-esbuild.ts';
/**
 * The file of a handler in TypeScript, `src/app.ts` for `src/app.handler`; undefined if it is already compiled, or not there. The file's name
 * may have dots (`stack.Orders.ts` for `stack.Orders.handler`, as the CDK names them).
 */
export declare function typeScriptHandler(folder: string, handler: string): string | undefined;
export interface BundleOptions {
    /** The function's folder. */
    readonly folder: string;
    /** The handler's file, relative to the folder. */
    readonly file: string;
    /** Folder for the bundle, which is the function's code. */
    readonly outDir: string;
    /** Major version of Node.js. */
    readonly release: number;
    /** Whether the bundle may contain sources of this folder, which lies outside. Installed packages are not asked about. */
    readonly mayRead: (folder: string) => boolean;
    /** Loads the esbuild that bundles this folder. */
    readonly findEsbuild: (folder: string) => FoundEsbuild;
}
export declare class TypeScriptBundle {
    #private;
    constructor(options: BundleOptions);
    get outDir(): string;
    /** The folders of sources of the last build that lie outside of the function's folder: packages of a workspace. */
    get foldersOutside(): readonly string[];
    /** Why the last build failed; undefined if it did not. */
    get failure(): string | undefined;
    /** Resolves when the builds that have begun are done. */
    get built(): Promise<void>;
    /** One at a time. Never rejects: a failure becomes a module that throws it. */
    build(): Promise<void>;
    close(): Promise<void>;
}
