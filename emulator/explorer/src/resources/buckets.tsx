// Buckets: browse, upload, download, delete. The folder that is open is in the address.

import { useRef, useState } from 'preact/hooks';
import { authorization } from '#api/authorization.ts';
import { send } from '#api/call.ts';
import { wordsOf } from '#api/fault.ts';
import type { Call } from '#api/model.ts';
import { getObject, objectPath, putObject } from '#api/objects.ts';
import { useQuery } from '#shell/query.ts';
import { readOnly, say } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { lastPart, shownBytes } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Facts, Loaded } from '#ui/parts.tsx';
import { type Api, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

interface Bucket {
  readonly Name: string;
  readonly CreationDate: string;
}
interface Entry {
  readonly key: string;
  readonly folder: boolean;
  readonly size: number | undefined;
  readonly changed: string;
}
interface Page {
  readonly CommonPrefixes: readonly { readonly Prefix: string }[];
  readonly Contents: readonly { readonly Key: string; readonly Size: number; readonly LastModified: string }[];
  readonly NextContinuationToken: string | undefined;
}

const MAX_PAGES = 20;
/** How long a downloaded object stays readable for the browser. */
const KEPT_MS = 30_000;
const s3 = (operation: string, input: object): Call => ({ service: 's3', operation, input });

async function entriesOf(Bucket: string, Prefix: string, { scope }: Api, show: (entries: Entry[]) => void): Promise<Entry[]> {
  const all: Entry[] = [];
  let ContinuationToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = (await send(scope, s3('ListObjectsV2', { Bucket, Prefix, ContinuationToken }), true)) as Page;
    all.push(
      ...answer.CommonPrefixes.map(({ Prefix: key }) => ({ key, folder: true, size: undefined, changed: '' })),
      ...answer.Contents.map(({ Key, Size, LastModified }) => ({ key: Key, folder: false, size: Size, changed: LastModified })),
    );
    ContinuationToken = answer.NextContinuationToken;
    if (!ContinuationToken) break;
    show([...all]);
  }
  return all;
}

interface Viewed {
  readonly key: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined where it is too long, or no text. */
  readonly text: string | undefined;
}

const MAX_VIEWED_BYTES = 262_144;
const TEXTUAL = /^(text\/|application\/(json|xml|javascript|x-ndjson|yaml))/;

/** Shown as text, never as markup. */
async function read(bucket: string, key: string, { scope }: Api): Promise<Viewed> {
  const response = await getObject({ authorization: authorization(scope, 's3') }, bucket, key);
  const { headers } = response;
  const isText = TEXTUAL.test(headers.get('content-type') ?? '') && Number(headers.get('content-length')) <= MAX_VIEWED_BYTES;
  const text = isText ? await response.text() : undefined;
  if (!isText) await response.body?.cancel();
  return { key, headers: [...headers].filter(([name]) => SHOWN.test(name)), text };
}

const SHOWN = /^(content-|etag|last-modified|x-amz-(meta-|version|storage|server))/;

/** The object as a file: it is never shown as a document of this origin. */
async function download(bucket: string, key: string, { scope }: Api): Promise<void> {
  const response = await getObject({ authorization: authorization(scope, 's3') }, bucket, key);
  const address = URL.createObjectURL(new Blob([await response.blob()], { type: 'application/octet-stream' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: lastPart(key) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

function Objects({ bucket, api }: { bucket: string; api: Api }) {
  const [{ prefix = '' }, setQuery] = useQuery();
  const input = useRef<HTMLInputElement>(null);
  const loaded = useLoaded<Entry[]>(`objects ${bucket} ${prefix} ${api.scope.account}`, (show) => entriesOf(bucket, prefix, api, show));
  const { reload } = loaded;
  const [viewed, setViewed] = useState<Viewed>();
  const fail = (failure: unknown): void => say(wordsOf(failure), 'bad');
  const upload = async (files: FileList | null): Promise<void> => {
    try {
      for (const file of files ?? []) await putObject({ authorization: authorization(api.scope, 's3') }, bucket, prefix + file.name, file);
      say(`Uploaded ${files?.length} ${files?.length === 1 ? 'file' : 'files'}.`);
      reload();
    } catch (failure) {
      fail(failure);
    }
  };
  const open = (next: string) => (event: Event) => {
    event.preventDefault();
    setQuery({ prefix: next, q: '' }, true);
  };
  const steps = prefix.split('/').filter(Boolean);
  return (
    <div class="stack">
      <nav class="crumbs" aria-label="Folder">
        <a href="?" onClick={open('')}>
          {bucket}
        </a>
        {steps.map((step, i) => (
          <span key={`${i} ${step}`}>
            /{' '}
            <a href="?" onClick={open(`${steps.slice(0, i + 1).join('/')}/`)}>
              {step}
            </a>
          </span>
        ))}
      </nav>
      <Loaded of={loaded}>
        {(value) => (
          <Table
            label="objects"
            rows={value}
            partial={loaded.loading && value.length >= 1_000}
            keyOf={({ key }) => key}
            empty="Nothing is in this folder."
            tools={
              !readOnly.value && (
                <>
                  <input
                    ref={input}
                    type="file"
                    multiple
                    class="visually-hidden"
                    aria-label="Files to upload"
                    tabIndex={-1}
                    onChange={({ currentTarget }) => void upload(currentTarget.files)}
                  />
                  <button type="button" class="primary" onClick={() => input.current?.click()}>
                    Upload
                  </button>
                </>
              )
            }
            columns={[
              [
                'Name',
                ({ key }) => key.slice(prefix.length),
                undefined,
                ({ key, folder }) =>
                  folder ? (
                    <a href="?" onClick={open(key)}>
                      {key.slice(prefix.length)}
                    </a>
                  ) : (
                    key.slice(prefix.length)
                  ),
              ],
              ['Size', 'size', 'number', ({ size }) => (size === undefined ? '' : shownBytes(size))],
              ['Changed', 'changed', 'time'],
            ]}
            controls={({ key, folder }) =>
              !folder && (
                <span class="actions">
                  <button
                    type="button"
                    class="small quiet"
                    aria-label={`View ${key}`}
                    onClick={() => void read(bucket, key, api).then(setViewed, fail)}
                  >
                    View
                  </button>
                  <button
                    type="button"
                    class="small quiet"
                    aria-label={`Download ${key}`}
                    onClick={() => void download(bucket, key, api).catch(fail)}
                  >
                    Download
                  </button>
                  {!readOnly.value && (
                    <Confirm
                      small
                      label="Delete"
                      question={`Delete ${lastPart(key)}?`}
                      act={async () => {
                        objectPath(bucket, key);
                        await api.perform(s3('DeleteObject', { Bucket: bucket, Key: key }));
                        say(`Deleted ${key}.`);
                        reload();
                      }}
                    />
                  )}
                </span>
              )
            }
          />
        )}
      </Loaded>
      {viewed && (
        <section class="panel stack" aria-label={`Object ${viewed.key}`}>
          <div class="row">
            <h2>{viewed.key}</h2>
            <span class="grow" />
            <button type="button" onClick={() => setViewed(undefined)}>
              Close
            </button>
          </div>
          <Facts facts={viewed.headers} />
          {viewed.text === undefined ? (
            <p class="dim">It is long, or no text: download it.</p>
          ) : (
            <Json value={viewed.text} label="Content" />
          )}
        </section>
      )}
    </div>
  );
}

export const view = resource<Bucket, { readonly name: string; readonly versioning: string }>({
  about: 'Buckets hold objects: files with a key.',
  example: 's3 mb s3://uploads',
  nameOf: ({ Name }) => Name,
  columns: [
    ['Name', 'Name'],
    ['Created', 'CreationDate', 'time'],
  ],
  create: {
    title: 'Create bucket',
    submit: 'Create bucket',
    fields: [
      { name: 'Bucket', label: 'Name', required: true },
      { name: 'LocationConstraint', label: 'Region', placeholder: 'us-east-1' },
    ],
    calls: ({ Bucket, LocationConstraint }) => [s3('CreateBucket', { Bucket, ...(LocationConstraint && { LocationConstraint }) })],
    opens: ({ Bucket }) => Bucket,
  },
  remove: (Bucket) => [s3('DeleteBucket', { Bucket })],
  load: async (Bucket, { scope }) => {
    const { Status } = (await send(scope, s3('GetBucketVersioning', { Bucket }), true)) as { Status: string };
    return { name: Bucket, versioning: Status };
  },
  facts: ({ name, versioning }) => [
    ['ARN', `arn:aws:s3:::${name}`, 'copy'],
    ['URL', `${location.origin}/${name}`, 'copy'],
    ['Versioning', versioning || 'off'],
  ],
  tabs: [{ id: 'objects', title: 'Objects', view: ({ name }, { api }) => <Objects bucket={name} api={api} /> }],
});
