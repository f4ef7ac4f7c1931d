// The operations of the object service that the explorer uses. Their answers are XML, and objects are bodies of requests.
import { Fault } from './fault.ts';
import { childrenOf, parseXml, textOf, type XmlValue } from './xml.ts';

type Headers = Record<string, string>;
type Input = Readonly<Record<string, string | undefined>>;

/**
 * The path of an object.
 * @throws Error where the key has a segment `.` or `..`: browsers take such segments out of every path, so the request would mean something else
 */
export function objectPath(bucket: string, key: string): string {
  const segments = key.split('/');
  if (segments.some((one) => one === '.' || one === '..')) throw new Error(`No browser can name the key ${key}: use the AWS CLI.`);
  return `/${bucket}/${segments.map(encodeURIComponent).join('/')}`;
}

async function ask(headers: Headers, method: string, path: string, body?: BodyInit): Promise<Response> {
  const response = await fetch(path, { method, headers, ...(body !== undefined && { body }) });
  if (response.ok) return response;
  const xml = parseXml(await response.text());
  throw new Fault(textOf(xml, 'Code') || `HTTP ${response.status}`, textOf(xml, 'Message'), response.status);
}

const xmlOf = async (response: Response): Promise<XmlValue> => parseXml(await response.text());

export async function callObjects(headers: Headers, operation: string, input: Input): Promise<unknown> {
  const { Bucket = '', Key = '' } = input;
  switch (operation) {
    case 'ListBuckets': {
      const [buckets] = childrenOf(await xmlOf(await ask(headers, 'GET', '/')), 'Buckets');
      return {
        Buckets: childrenOf(buckets, 'Bucket').map((one) => ({ Name: textOf(one, 'Name'), CreationDate: textOf(one, 'CreationDate') })),
      };
    }
    case 'CreateBucket': {
      const region = input['LocationConstraint'];
      const body = `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
      await ask(headers, 'PUT', `/${Bucket}`, region && region !== 'us-east-1' ? body : undefined);
      return {};
    }
    case 'DeleteBucket':
      await ask(headers, 'DELETE', `/${Bucket}`);
      return {};
    case 'ListObjectsV2': {
      const { Prefix = '', ContinuationToken } = input;
      const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: Prefix, 'max-keys': '1000' });
      if (ContinuationToken) query.set('continuation-token', ContinuationToken);
      const xml = await xmlOf(await ask(headers, 'GET', `/${Bucket}?${query}`));
      return {
        CommonPrefixes: childrenOf(xml, 'CommonPrefixes').map((one) => ({ Prefix: textOf(one, 'Prefix') })),
        Contents: childrenOf(xml, 'Contents').map((one) => ({
          Key: textOf(one, 'Key'),
          Size: Number(textOf(one, 'Size')),
          LastModified: textOf(one, 'LastModified'),
          ETag: textOf(one, 'ETag'),
          StorageClass: textOf(one, 'StorageClass'),
        })),
        NextContinuationToken: textOf(xml, 'NextContinuationToken') || undefined,
      };
    }
    case 'DeleteObject':
      await ask(headers, 'DELETE', objectPath(Bucket, Key));
      return {};
    case 'GetBucketVersioning':
      return { Status: textOf(await xmlOf(await ask(headers, 'GET', `/${Bucket}?versioning`)), 'Status') };
    default:
      throw new Error(`the explorer does not call ${operation}`);
  }
}

export const putObject = (headers: Headers, bucket: string, key: string, file: Blob): Promise<Response> =>
  ask({ ...headers, 'content-type': file.type || 'application/octet-stream' }, 'PUT', objectPath(bucket, key), file);

export const getObject = (headers: Headers, bucket: string, key: string): Promise<Response> => ask(headers, 'GET', objectPath(bucket, key));
