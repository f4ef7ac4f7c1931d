// Whether everything in the ledger is there after a restart: deliveries arrive, records are listed with their values, removed ones stay away.

import { createHash } from 'node:crypto';
import { BUCKET, type Cloud, type QueueName } from './cloud.ts';
import { count, type Ledger, type RecordKind, recordsOf } from './ledger.ts';

const DELIVERED_WITHIN_MS = 240_000;
const READERS = 2;

/** One sentence for each thing that is not as it was acknowledged. */
export async function findLosses(cloud: Cloud, ledger: Ledger): Promise<string[]> {
  const [records, deliveries] = await Promise.all([lostRecords(cloud, ledger), lostDeliveries(cloud, ledger)]);
  return [...records, ...deliveries];
}

async function lostDeliveries(cloud: Cloud, ledger: Ledger): Promise<string[]> {
  const untilMs = Date.now() + DELIVERED_WITHIN_MS;
  await Promise.all(
    [...ledger.deliveries].map(async ([queue, expected]) => {
      count(ledger, `arrived in ${queue}`, expected.size);
      await Promise.all(Array.from({ length: READERS }, () => drain(cloud, queue, expected, untilMs)));
    }),
  );
  return [...ledger.deliveries].flatMap(([queue, expected]) => [...expected].map((id) => `${id} never came to the queue ${queue}`));
}

/** Receives until nothing is expected any more. A message that comes twice is no loss. */
async function drain({ sqs, queue }: Cloud, name: QueueName, expected: Set<string>, untilMs: number): Promise<void> {
  const QueueUrl = queue(name);
  while (expected.size > 0 && Date.now() < untilMs) {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 });
    for (const { Body = '' } of Messages) expected.delete(idOf(JSON.parse(Body)) ?? '');
    if (Messages.length === 0) continue;
    await sqs.deleteMessageBatch({ QueueUrl, Entries: Messages.map(({ ReceiptHandle }, n) => ({ Id: `${n}`, ReceiptHandle })) });
  }
}

interface Body {
  readonly id?: string;
  readonly detail?: { readonly id: string };
  readonly Records?: readonly { readonly s3: { readonly object: { readonly key: string } } }[];
  /** Set in the result of an asynchronous invocation. */
  readonly requestPayload?: Body;
}

/** A message of a client, an event (which has an id of its own, too), a bucket's notification, or the result of a function that was given one of these. */
const idOf = ({ id, detail, Records, requestPayload }: Body): string | undefined =>
  requestPayload ? idOf(requestPayload) : (detail?.id ?? Records?.[0]?.s3.object.key ?? id);

/** The names on a page of a list, and the token of the next page. */
type Page = readonly [names: (string | undefined)[], next: string | undefined];

async function listed(list: (token: string | undefined) => Promise<Page>): Promise<Set<string>> {
  const names = new Set<string>();
  let token: string | undefined;
  do {
    const [found, next] = await list(token);
    for (const name of found) names.add(name ?? '');
    token = next;
  } while (token !== undefined);
  return names;
}

const LISTS: Record<Exclude<RecordKind, 'stack'>, (cloud: Cloud) => Promise<Set<string>>> = {
  function: ({ lambda }) =>
    listed(async (Marker) => {
      const { Functions = [], NextMarker } = await lambda.listFunctions({ Marker });
      return [Functions.map(({ FunctionName }) => FunctionName), NextMarker];
    }),
  rule: ({ events }) =>
    listed(async (NextToken) => {
      const page = await events.listRules({ NextToken });
      return [(page.Rules ?? []).map(({ Name }) => Name), page.NextToken];
    }),
  parameter: ({ ssm }) =>
    listed(async (NextToken) => {
      const page = await ssm.describeParameters({ NextToken, MaxResults: 50 });
      return [(page.Parameters ?? []).map(({ Name }) => Name), page.NextToken];
    }),
  secret: ({ secrets }) =>
    listed(async (NextToken) => {
      const page = await secrets.listSecrets({ NextToken, MaxResults: 100 });
      return [(page.SecretList ?? []).map(({ Name }) => Name), page.NextToken];
    }),
  object: ({ s3 }) =>
    listed(async (ContinuationToken) => {
      const page = await s3.listObjectsV2({ Bucket: BUCKET, ContinuationToken });
      return [(page.Contents ?? []).map(({ Key }) => Key), page.NextContinuationToken];
    }),
  user: ({ iam }) =>
    listed(async (Marker) => {
      const page = await iam.listUsers({ Marker, MaxItems: 1000 });
      return [(page.Users ?? []).map(({ UserName }) => UserName), page.Marker];
    }),
  'log line': ({ logs }) =>
    listed(async (nextToken) => {
      const page = await logs.filterLogEvents({ logGroupName: 'crash', nextToken });
      return [(page.events ?? []).map(({ message }) => message), page.nextToken];
    }),
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Kinds whose values matter: whether the stored value is the acknowledged one, or a later one that was never answered. */
const VALUES: Partial<Record<RecordKind, (cloud: Cloud, name: string, acknowledged: string) => Promise<boolean>>> = {
  parameter: async ({ ssm }, Name, version) => Number((await ssm.getParameter({ Name })).Parameter?.Version) >= Number(version),
  secret: async ({ secrets }, SecretId, value) => {
    const order = ['first', 'second', 'third'];
    return order.indexOf((await secrets.getSecretValue({ SecretId })).SecretString ?? '') >= order.indexOf(value);
  },
  object: async ({ s3 }, Key, body) => {
    const { Body } = await s3.getObject({ Bucket: BUCKET, Key });
    return hashOf((await Body?.transformToString()) ?? '') === hashOf(body);
  },
  function: async ({ lambda }, FunctionName) => (await lambda.getFunction({ FunctionName })).Configuration?.LastUpdateStatus !== 'Failed',
};

/** Names stay in the ledger and are looked for after every crash; values are compared once. */
async function lostRecords(cloud: Cloud, ledger: Ledger): Promise<string[]> {
  const losses = await Promise.all(
    Object.entries(LISTS).map(async ([kind, list]) => {
      const names = await list(cloud);
      const lost: string[] = [];
      for (const [name, value] of recordsOf(ledger, kind as RecordKind)) {
        if (!names.has(name)) lost.push(`the ${kind} ${name} is not listed`);
        else if (value !== SEEN && (await VALUES[kind as RecordKind]?.(cloud, name, value)) === false)
          lost.push(`the ${kind} ${name} has another value`);
        if (value !== SEEN) count(ledger, `${kind}s`);
        recordsOf(ledger, kind as RecordKind).set(name, SEEN);
      }
      for (const name of names) if (ledger.removed.has(`${kind} ${name}`)) lost.push(`the ${kind} ${name} is back after its removal`);
      return lost;
    }),
  );
  return [...losses.flat(), ...(await lostStacks(cloud, ledger))];
}

/** In place of a value that was compared. */
const SEEN = '\0seen';

/** A stack that a crash interrupted has failed; one that is complete has its queue. None stays in progress. */
async function lostStacks({ cloudformation, sqs }: Cloud, ledger: Ledger): Promise<string[]> {
  const lost: string[] = [];
  for (const [StackName, value] of recordsOf(ledger, 'stack')) {
    if (value === SEEN) continue;
    const untilMs = Date.now() + DELIVERED_WITHIN_MS;
    let status: string | undefined;
    do {
      status = await cloudformation.describeStacks({ StackName }).then(
        ({ Stacks }) => Stacks?.[0]?.StackStatus,
        (error: Error) => error.message,
      );
    } while (status?.endsWith('_IN_PROGRESS') && Date.now() < untilMs);
    const hasQueue = await sqs.getQueueUrl({ QueueName: StackName }).then(
      () => true,
      () => false,
    );
    if (!(status === 'CREATE_COMPLETE' ? hasQueue : status === 'CREATE_FAILED' || status === 'ROLLBACK_COMPLETE'))
      lost.push(`the stack ${StackName} is ${status} ${hasQueue ? 'with' : 'without'} its queue`);
    count(ledger, 'stacks');
    recordsOf(ledger, 'stack').set(StackName, SEEN);
  }
  return lost;
}
