// The headers with which a website shows an object.

interface ShownObject {
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
  readonly ContentLength?: number | undefined;
  readonly ContentRange?: string | undefined;
  readonly ContentType?: string | undefined;
  readonly CacheControl?: string | undefined;
  readonly ContentDisposition?: string | undefined;
  readonly ContentEncoding?: string | undefined;
  readonly ContentLanguage?: string | undefined;
  readonly Expires?: Date | undefined;
  readonly VersionId?: string | undefined;
  readonly Metadata?: Readonly<Record<string, string>> | undefined;
}

export function objectHeaders(object: ShownObject): Record<string, string> {
  const all: Record<string, string | undefined> = {
    etag: object.ETag,
    'last-modified': object.LastModified?.toUTCString(),
    'content-length': object.ContentLength === undefined ? undefined : String(object.ContentLength),
    'content-range': object.ContentRange,
    'content-type': object.ContentType,
    'cache-control': object.CacheControl,
    'content-disposition': object.ContentDisposition,
    'content-encoding': object.ContentEncoding,
    'content-language': object.ContentLanguage,
    expires: object.Expires?.toUTCString(),
    'x-amz-version-id': object.VersionId,
    ...Object.fromEntries(Object.entries(object.Metadata ?? {}).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
