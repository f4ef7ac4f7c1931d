/** The name unless BUCKET_MARKER_LOCAL sets another one. */
export declare const HOT_BUCKET = "hot-reload";
/** The bucket that means a folder of this machine, as a command that deploys names it. */
export declare const hotBucketOf: (environment: Readonly<Record<string, string | undefined>>) => string;
export interface CodeLocation {
    readonly bucket: string | undefined;
    readonly key: string | undefined;
}
/** Whether the location names a folder. `marker`: BUCKET_MARKER_LOCAL. */
export declare const isHot: ({ bucket, key }: CodeLocation, marker: string) => boolean;
