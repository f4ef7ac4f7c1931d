// Parses addresses of S3 objects in all their forms. The host does not matter: the emulator always reads its own S3.

export interface S3Location {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
}

const VIRTUAL = /^(?<bucket>.+?)\.s3[.-](?:.+\.)?(?:amazonaws\.com(?:\.cn)?|localhost\.localstack\.cloud|localhost)$/;

export function parseS3Location(url: string): S3Location | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return undefined;
  }
  const path = decodeURIComponent(parsed.pathname.slice(1));
  const versionId = parsed.searchParams.get('versionId') ?? undefined;
  if (parsed.protocol === 's3:') return path === '' ? undefined : { bucket: parsed.host, key: path, versionId };
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined;
  const bucket = VIRTUAL.exec(parsed.hostname)?.groups?.bucket;
  if (bucket) return path === '' ? undefined : { bucket, key: path, versionId };
  const slash = path.indexOf('/');
  return slash < 1 || slash === path.length - 1 ? undefined : { bucket: path.slice(0, slash), key: path.slice(slash + 1), versionId };
}
