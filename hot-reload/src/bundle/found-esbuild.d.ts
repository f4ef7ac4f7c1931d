import type { BuildContext, BuildOptions, BuildResult } from 'esbuild';
export type BundleContext = Pick<BuildContext, 'dispose'> & {
    rebuild(): Promise<Pick<BuildResult<{
        metafile: true;
    }>, 'metafile'>>;
};
export interface Esbuild {
    context(options: BuildOptions & {
        metafile: true;
    }): Promise<BundleContext>;
}
export type FoundEsbuild = {
    readonly esbuild: Esbuild;
}
/** `foreign`: an esbuild that is there and is not loaded, because other users can change it. */
 | {
    readonly esbuild?: undefined;
    readonly foreign: string | undefined;
};
