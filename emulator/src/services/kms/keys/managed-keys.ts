// Keys that services create for themselves in each account: `alias/aws/<service>`, created on first use.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import { keyArn } from '#services/kms/key-arn';
import { asMaterial, newSymmetricSecret } from '#services/kms/material/material';
import { keyPolicyOf } from '#services/kms/policies/policy-text';
import { aliases, aliasesByKey, type Key, keys, materials } from '#services/kms/state';

const PREFIX = 'alias/aws/';
/** The cloud's managed keys rotate every year. */
export const MANAGED_ROTATION_DAYS = 365;
const DAY_MS = 86_400_000;

const SERVICES: readonly string[] =
  `acm backup bedrock cloud9 codeartifact codecommit connect dms dynamodb ebs elasticache elasticfilesystem es events firehose fsx glue
  imagebuilder kafka kinesis kinesisvideo lambda lex lightsail logs rds redshift s3 sagemaker secretsmanager ses sns sqs ssm states
  textract translate workspaces workspaces-web xray`.split(/\s+/);

/** As recorded; the words for other services are not known. */
const PROTECTED: Readonly<Record<string, string>> = table({ s3: 'S3 objects', dynamodb: 'DynamoDB data' });

/** The managed aliases in order. Every account lists them, with or without a key. */
export const MANAGED_ALIASES: readonly string[] = SERVICES.map((service) => PREFIX + service).sort();
const KNOWN: ReadonlySet<string> = new Set(MANAGED_ALIASES);

/** Creates the key of a managed alias unless it exists; does nothing for other names. */
export function ensureManagedKey(alias: string, ctx: Ctx): void {
  if (!KNOWN.has(alias) || ctx.records(aliases).has([alias])) return;
  const service = alias.slice(PREFIX.length);
  const nowMs = ctx.now();
  const id = ctx.id();
  const nextMs = nowMs + MANAGED_ROTATION_DAYS * DAY_MS;
  const key: Key = {
    id,
    createdMs: nowMs,
    description: `Default key that protects my ${PROTECTED[service] ?? `${service} resources`} when no other key is defined`,
    usage: 'ENCRYPT_DECRYPT',
    spec: 'SYMMETRIC_DEFAULT',
    origin: 'AWS_KMS',
    manager: 'AWS',
    state: 'Enabled',
    policy: keyPolicyOf(service, ctx.account, ctx.region),
    tags: [],
    rotation: { enabled: true, periodDays: MANAGED_ROTATION_DAYS, nextMs },
    materialNumber: 0,
  };
  ctx.write((tx) => {
    tx.put(ctx.records(keys), [id], key);
    tx.put(ctx.records(materials), [id, 0], asMaterial(id, 0, newSymmetricSecret(32), nowMs));
    tx.put(ctx.records(aliases), [alias], { name: alias, keyId: id, createdMs: nowMs, updatedMs: nowMs });
    tx.put(ctx.records(aliasesByKey), [id, alias], { name: alias });
    ctx.later(tx, 'kms.rotate', [id], nextMs);
  });
  ctx.log.debug(() => `made ${keyArn(ctx, id)} for ${alias}`);
}
