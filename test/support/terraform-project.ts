// The project that Terraform applies in tests: which types it has, what its files read beside themselves, and what is left of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as stacks from '@aws-sdk/client-cloudformation';
import * as logs from '@aws-sdk/client-cloudwatch-logs';
import * as ecr from '@aws-sdk/client-ecr';
import * as events from '@aws-sdk/client-eventbridge';
import * as iam from '@aws-sdk/client-iam';
import * as kms from '@aws-sdk/client-kms';
import * as lambda from '@aws-sdk/client-lambda';
import * as pipes from '@aws-sdk/client-pipes';
import * as s3 from '@aws-sdk/client-s3';
import * as scheduler from '@aws-sdk/client-scheduler';
import * as secrets from '@aws-sdk/client-secrets-manager';
import * as sqs from '@aws-sdk/client-sqs';
import * as ssm from '@aws-sdk/client-ssm';
import yazl from 'yazl';
import { openAuthority } from '../../emulator/src/gateway/tls/authority.ts';
import type { TestEmulator } from './emulator.ts';

/** The folder of its files. */
export const PROJECT = fileURLToPath(new URL('../scenarios/terraform-apply/project', import.meta.url));

/** Every resource type whose service is emulated and knows it. */
const BY_SERVICE = {
  aws_cloudformation: ['stack'],
  aws_cloudwatch_event: ['api_destination', 'archive', 'bus', 'bus_policy', 'connection', 'endpoint', 'permission', 'rule', 'target'],
  aws_cloudwatch_log: ['group', 'metric_filter', 'resource_policy', 'stream'],
  aws_ecr: ['lifecycle_policy', 'repository', 'repository_policy'],
  aws_iam: [
    ...['access_key', 'account_alias', 'account_password_policy', 'group', 'group_membership', 'group_policies_exclusive', 'group_policy'],
    ...['group_policy_attachment', 'group_policy_attachments_exclusive', 'instance_profile', 'openid_connect_provider', 'policy'],
    ...[
      'policy_attachment',
      'role',
      'role_policies_exclusive',
      'role_policy',
      'role_policy_attachment',
      'role_policy_attachments_exclusive',
    ],
    ...['saml_provider', 'security_token_service_preferences', 'server_certificate', 'service_linked_role', 'service_specific_credential'],
    ...['signing_certificate', 'user', 'user_group_membership', 'user_login_profile', 'user_policies_exclusive', 'user_policy'],
    ...['user_policy_attachment', 'user_policy_attachments_exclusive', 'user_ssh_key', 'virtual_mfa_device'],
  ],
  aws_kms: ['alias', 'ciphertext', 'external_key', 'grant', 'key', 'key_policy', 'replica_external_key', 'replica_key'],
  aws_lambda: [
    ...[
      'alias',
      'code_signing_config',
      'event_source_mapping',
      'function',
      'function_event_invoke_config',
      'function_recursion_config',
      'function_url',
      'invocation',
      'layer_version',
    ],
    ...['layer_version_permission', 'permission', 'provisioned_concurrency_config', 'runtime_management_config'],
  ],
  aws_s3: [
    ...['bucket', 'bucket_accelerate_configuration', 'bucket_acl', 'bucket_analytics_configuration', 'bucket_cors_configuration'],
    ...[
      'bucket_intelligent_tiering_configuration',
      'bucket_inventory',
      'bucket_lifecycle_configuration',
      'bucket_logging',
      'bucket_metric',
    ],
    ...['bucket_notification', 'bucket_object', 'bucket_object_lock_configuration', 'bucket_ownership_controls', 'bucket_policy'],
    ...['bucket_public_access_block', 'bucket_replication_configuration', 'bucket_request_payment_configuration'],
    ...['bucket_server_side_encryption_configuration', 'bucket_versioning', 'bucket_website_configuration', 'object', 'object_copy'],
  ],
  aws_pipes: ['pipe'],
  aws_scheduler: ['schedule', 'schedule_group'],
  aws_secretsmanager: ['secret', 'secret_policy', 'secret_rotation', 'secret_version'],
  aws_sqs: ['queue', 'queue_policy', 'queue_redrive_allow_policy', 'queue_redrive_policy'],
  aws_ssm: ['parameter'],
};
export const PROJECT_TYPES = Object.entries(BY_SERVICE)
  .flatMap(([service, names]) => names.map((name) => `${service}_${name}`))
  .sort();

/** Writes the files that the project's own files read. */
export async function writeArtefacts(folder: string): Promise<void> {
  const zip = async (name: string, file: string, text: string) => {
    const archive = new yazl.ZipFile();
    archive.addBuffer(Buffer.from(text), file, { mtime: new Date(0) });
    archive.end();
    writeFileSync(join(folder, name), await buffer(archive.outputStream));
  };
  for (const word of ['one', 'two']) {
    const code = `const { word } = require('/opt/nodejs/words.js');\nexports.handler = async ({ name }) => ['${word}', word, process.env.GREETING, name].join(' ');`;
    await zip(`hello-${word}.zip`, 'index.js', code);
    await zip(`layer-${word}.zip`, 'nodejs/words.js', `exports.word = '${word}';`);
  }
  await zip('stored.zip', 'app.py', 'def handler(event, context):\n    return "stored"\n');
  const { key, cert } = await (await openAuthority(undefined)).leaf('plain.example.com');
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'certificate.pem'), cert);
}

/** Every list of what the project made, without what is always there; empty lists left out. */
export async function leftovers(emulator: Pick<TestEmulator, 'client'>, region: string): Promise<Record<string, readonly unknown[]>> {
  const at = { region };
  const identity = emulator.client(iam.IAM, at);
  const rules = emulator.client(events.EventBridge, at);
  const code = emulator.client(lambda.Lambda, at);
  const keys = emulator.client(kms.KMS, at);
  const groups = await emulator.client(logs.CloudWatchLogs, at).describeLogGroups();
  const policies = await emulator.client(logs.CloudWatchLogs, at).describeResourcePolicies();
  const aliases = await keys.listAliases();
  const buses = await rules.listEventBuses();
  const schedules = emulator.client(scheduler.Scheduler, at);
  const scheduleGroups = await schedules.listScheduleGroups({});
  const lists: Record<string, readonly unknown[] | undefined> = {
    stacks: (await emulator.client(stacks.CloudFormation, at).describeStacks()).Stacks,
    logGroups: groups.logGroups?.filter(({ logGroupName }) => !logGroupName?.startsWith('/aws/lambda/')),
    logPolicies: policies.resourcePolicies,
    repositories: (await emulator.client(ecr.ECR, at).describeRepositories()).repositories,
    rules: (await rules.listRules()).Rules,
    buses: buses.EventBuses?.filter(({ Name }) => Name !== 'default'),
    archives: (await rules.listArchives()).Archives,
    endpoints: (await rules.listEndpoints()).Endpoints,
    connections: (await rules.listConnections()).Connections,
    destinations: (await rules.listApiDestinations()).ApiDestinations,
    roles: (await identity.listRoles()).Roles,
    users: (await identity.listUsers()).Users,
    groups: (await identity.listGroups()).Groups,
    policies: (await identity.listPolicies({ Scope: 'Local' })).Policies,
    profiles: (await identity.listInstanceProfiles()).InstanceProfiles,
    certificates: (await identity.listServerCertificates()).ServerCertificateMetadataList,
    devices: (await identity.listVirtualMFADevices()).VirtualMFADevices,
    providers: (await identity.listOpenIDConnectProviders()).OpenIDConnectProviderList,
    offices: (await identity.listSAMLProviders()).SAMLProviderList,
    accountAliases: (await identity.listAccountAliases()).AccountAliases,
    aliases: aliases.Aliases?.filter(({ AliasName }) => !AliasName?.startsWith('alias/aws/')),
    keys: await customerKeysInUse(keys),
    functions: (await code.listFunctions()).Functions,
    layers: (await code.listLayers()).Layers,
    mappings: (await code.listEventSourceMappings()).EventSourceMappings,
    buckets: (await emulator.client(s3.S3, at).listBuckets()).Buckets,
    pipes: (await emulator.client(pipes.Pipes, at).listPipes({})).Pipes,
    schedules: (await schedules.listSchedules({})).Schedules,
    scheduleGroups: scheduleGroups.ScheduleGroups?.filter(({ Name }) => Name !== 'default'),
    secrets: (await emulator.client(secrets.SecretsManager, at).listSecrets({ IncludePlannedDeletion: true })).SecretList,
    queues: (await emulator.client(sqs.SQS, at).listQueues()).QueueUrls,
    parameters: (await emulator.client(ssm.SSM, at).describeParameters()).Parameters,
  };
  return Object.fromEntries(Object.entries(lists).flatMap(([name, list]) => (list?.length ? [[name, list]] : [])));
}

/** Keys are deleted a week later at the earliest: what is left is what does not wait for that. */
async function customerKeysInUse(client: kms.KMS): Promise<unknown[]> {
  const { Keys = [] } = await client.listKeys();
  const told = await Promise.all(Keys.map(({ KeyId }) => client.describeKey({ KeyId })));
  return told.filter(({ KeyMetadata }) => KeyMetadata?.KeyManager === 'CUSTOMER' && !KeyMetadata.KeyState?.startsWith('Pending'));
}
