// The bucket that holds what deployments upload: made when it is needed, each object named by its content.
import { type CloudClient, CloudError, listOf, objectOf, read, textOf } from './cloud-client.ts';
import type { DeployEvent } from './deploy-event.ts';
import type { Artifact } from './package-template.ts';
import type { Target } from './target.ts';

/** Buckets are shared by all accounts and regions of an emulator, as in the cloud. */
export const artifactBucket = ({ account, region }: Target): string => `cloud-emulator-artifacts-${account}-${region}`;

export interface Upload {
  /** The artifacts that were not there before. */
  readonly uploaded: readonly Artifact[];
  readonly isNewBucket: boolean;
}

/** @throws CloudError */
export async function uploadArtifacts(
  artifacts: readonly Artifact[],
  bucket: string,
  client: CloudClient,
  see: (event: DeployEvent) => void,
): Promise<Upload> {
  if (artifacts.length === 0) return { uploaded: [], isNewBucket: false };
  const isNewBucket = await makeBucket(bucket, client);
  const uploaded: Artifact[] = [];
  for (const artifact of artifacts) {
    const path = pathOf(bucket, artifact.key);
    const { ok } = await client.s3('HEAD', path);
    if (ok) continue;
    const content = await artifact.content();
    await expectOk(await client.s3('PUT', path, content));
    uploaded.push(artifact);
    see({ type: 'uploaded', key: artifact.key, source: artifact.source, bytes: content.length });
  }
  see({ type: 'artifacts', uploaded: uploaded.length, unchanged: artifacts.length - uploaded.length });
  return { uploaded, isNewBucket };
}

async function makeBucket(bucket: string, client: CloudClient): Promise<boolean> {
  const { ok } = await client.s3('HEAD', `/${bucket}`);
  if (ok) return false;
  const { region } = client.target;
  const body =
    region === 'us-east-1'
      ? undefined
      : `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
  await expectOk(await client.s3('PUT', `/${bucket}`, body));
  return true;
}

/** Removes all objects below a prefix, and then the bucket, if nothing else is in it. Does nothing if the bucket does not exist. */
export async function removeArtifacts(bucket: string, prefix: string, client: CloudClient): Promise<void> {
  for (;;) {
    const page = await client.s3('GET', `/${bucket}?list-type=2&prefix=${encodeURIComponent(`${prefix}/`)}`);
    if (page.status === 404) return;
    const { Contents, IsTruncated } = objectOf(read(await (await expectOk(page)).text()));
    for (const { Key } of listOf(Contents)) await expectOk(await client.s3('DELETE', pathOf(bucket, textOf(Key) ?? '')));
    if (IsTruncated !== 'true') break;
  }
  await removeEmptyBucket(bucket, client);
}

/** As if nothing had been uploaded. */
export async function takeBack({ uploaded, isNewBucket }: Upload, bucket: string, client: CloudClient): Promise<void> {
  for (const { key } of uploaded) await expectOk(await client.s3('DELETE', pathOf(bucket, key)));
  if (isNewBucket) await removeEmptyBucket(bucket, client);
}

async function removeEmptyBucket(bucket: string, client: CloudClient): Promise<void> {
  const answer = await client.s3('DELETE', `/${bucket}`);
  if (answer.status !== 409) await expectOk(answer);
}

const pathOf = (bucket: string, key: string): string => `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

async function expectOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const text = await answer.text();
  const error = text.startsWith('<') ? objectOf(read(text)) : {};
  throw new CloudError(textOf(error['Code']) ?? String(answer.status), textOf(error['Message']) ?? text);
}
