// Reads values: GetSecretValue, BatchGetSecretValue.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { operation, type SecretValueEntry } from '#model/secretsmanager';
import { invalidParameter, invalidRequest, noSuchValue } from '#services/secretsmanager/faults';
import { findLive, type LocatedSecret } from '#services/secretsmanager/find-secret';
import { pageOfSecrets } from '#services/secretsmanager/listing/listing';
import { type StoredValue, secrets, type Version, versions } from '#services/secretsmanager/state';
import { requireOwnKey } from './require-own-key.ts';
import { CURRENT, labelsOf, versionWith } from './stages.ts';
import { openValue } from './values.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 20;

interface VersionRef {
  readonly SecretId: string;
  readonly VersionId?: string | undefined;
  readonly VersionStage?: string | undefined;
}

export const GetSecretValue = operation('GetSecretValue', (input, ctx) => read(input, ctx));

async function read(wanted: VersionRef, ctx: Ctx): Promise<SecretValueEntry> {
  const found = findLive(wanted.SecretId, ctx);
  requireOwnKey(found, ctx);
  const version = choose(found, wanted);
  const { there, secret, arn } = found;
  noteAccess(found, version);
  return {
    ARN: arn,
    Name: secret.name,
    VersionId: version.id,
    ...(await openValue({ arn, versionId: version.id }, version.value, there)),
    VersionStages: labelsOf(secret.stages, version.id),
    CreatedDate: new Date(version.createdMs),
  };
}

type Filled = Frozen<Version> & { readonly value: Frozen<StoredValue> };

function choose({ there, secret }: LocatedSecret, { VersionId: id, VersionStage: stage }: VersionRef): Filled {
  const label = stage ?? CURRENT;
  const wanted = id ?? versionWith(secret.stages, label);
  const version = wanted === undefined ? undefined : there.records(versions).get([secret.name, wanted]);
  if (id !== undefined && stage !== undefined && version && versionWith(secret.stages, stage) !== id)
    throw invalidRequest('You provided a VersionStage that is not associated to the provided VersionId.');
  if (!version?.value) throw noSuchValue(id === undefined ? `staging label: ${label}` : `VersionId: ${id}`);
  return version as Filled;
}

/** Records the access, by the day as the cloud does. On a full disk the value is answered all the same. */
function noteAccess({ there, secret }: LocatedSecret, version: Filled): void {
  const accessedMs = Math.floor(there.now() / DAY_MS) * DAY_MS;
  if (!there.writable || (secret.accessedMs === accessedMs && version.accessedMs === accessedMs)) return;
  there.write((tx) => {
    tx.put(there.records(secrets), [secret.name], { ...secret, accessedMs });
    tx.put(there.records(versions), [secret.name, version.id], { ...version, accessedMs });
  });
}

export const BatchGetSecretValue = operation('BatchGetSecretValue', async (input, ctx) => {
  const { SecretIdList: ids, Filters, MaxResults, NextToken } = input;
  if ((ids === undefined) === (Filters === undefined))
    throw invalidParameter("Either 'SecretIdList' or 'Filters' must be provided, but not both.");
  if (ids && MaxResults !== undefined)
    throw invalidParameter("'Filters' not specified. 'Filters' must also be specified when 'MaxResults' is provided.");
  if (ids) return readAll(ids, ctx);
  const page = pageOfSecrets({ Filters, NextToken, MaxResults: MaxResults ?? BATCH_SIZE }, ctx);
  const answer = await readAll(
    page.found.map(({ arn }) => arn),
    ctx,
  );
  return { ...answer, ...(page.NextToken !== undefined && { NextToken: page.NextToken }) };
});

async function readAll(ids: readonly string[], ctx: Ctx) {
  const SecretValues: SecretValueEntry[] = [];
  const Errors: { SecretId: string; ErrorCode: string; Message: string }[] = [];
  for (const SecretId of ids) {
    try {
      SecretValues.push(await read({ SecretId }, ctx));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      Errors.push({ SecretId, ErrorCode: error.code, Message: error.message });
    }
  }
  return { SecretValues, Errors };
}
