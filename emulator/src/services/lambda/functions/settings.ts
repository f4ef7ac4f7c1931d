// Makes a function's settings from a request: new ones, or the old ones with changes. Pure.
import { randomUUID } from 'node:crypto';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { CreateFunctionRequest, LoggingConfig, UpdateFunctionConfigurationRequest, VpcConfig } from '#model/lambda';
import { constraint, invalidParameter, notEmulated } from '#services/lambda/faults';
import { MAX_TIMEOUT_S } from '#services/lambda/lookup/limits';
import { refuseTenants } from '#services/lambda/lookup/tenant';
import { checkRuntime, checkSnapStart } from '#services/lambda/runtimes/runtimes';
import type { LoggingSettings, Settings, VpcSettings } from '#services/lambda/state';
import { checkPackageChange, withConfig } from './image.ts';
import { capacityOf, durableDefaults, durableOf, newDurable } from './settings-managed.ts';
import { checkVariables } from './variables.ts';

type ConfigurationRequest = Partial<UpdateFunctionConfigurationRequest>;

/** Limit: megabytes of a function's memory. */
const MAX_MEMORY_MB = 10_240;
/** Limit: megabytes of the memory of a function on managed instances. */
const MAX_MANAGED_MEMORY_MB = 32_768;

/** Members that would change what a function does but are not emulated. Each is refused by name. */
const REFUSED: Readonly<Record<string, string>> = table({
  PublishTo: 'publishing to $LATEST.PUBLISHED belongs to managed instances, which are not emulated.',
});

export function refuseMembers(input: object): void {
  for (const [member, sentence] of Object.entries(REFUSED)) {
    const value = (input as Record<string, unknown>)[member];
    const nothing = value === undefined || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
    if (!nothing) throw notEmulated(member, sentence);
  }
}

/** Settings of functions that are not durable, unless the request names others. */
const ORDINARY = { timeoutS: 3, logging: { format: 'Text' } } as const;

export function newSettings(input: CreateFunctionRequest, name: string, id: string): Settings {
  const { ImageUri, SourceKMSKeyArn } = input.Code;
  const durable = input.DurableConfig && newDurable(input.DurableConfig);
  const { timeoutS, logging } = durable ? durableDefaults(durable) : ORDINARY;
  const base: Settings = {
    id,
    codeKmsKeyArn: SourceKMSKeyArn,
    ...(input.PackageType === 'Image' && ImageUri !== undefined && { image: { uri: ImageUri } }),
    role: input.Role,
    description: '',
    timeoutS,
    memoryMb: 128,
    ephemeralMb: 512,
    architecture: architectureOf(input.Architectures) ?? 'x86_64',
    tracingMode: 'PassThrough',
    snapStart: 'None',
    tenancy: input.TenancyConfig?.TenantIsolationMode as Settings['tenancy'],
    durable,
    logging: { ...logging, group: `/aws/lambda/${name}` },
  };
  return changed(base, input, name, id);
}

export const architectureOf = (asked: readonly string[] | undefined): Settings['architecture'] | undefined =>
  asked?.[0] as Settings['architecture'] | undefined;

/** Members of the request replace the old values. The rest stays. */
export function changed(before: Frozen<Settings>, input: ConfigurationRequest, name: string, id: string = randomUUID()): Settings {
  check(input, before);
  checkPackageChange(before, input);
  const logging = input.LoggingConfig ? loggingOf(input.LoggingConfig, before.logging, name) : before.logging;
  return {
    ...before,
    id,
    runtime: input.Runtime ?? before.runtime,
    handler: input.Handler ?? before.handler,
    image: before.image && withConfig(before.image, input.ImageConfig),
    role: input.Role ?? before.role,
    description: input.Description ?? before.description,
    timeoutS: input.Timeout ?? before.timeoutS,
    memoryMb: input.MemorySize ?? before.memoryMb,
    ephemeralMb: input.EphemeralStorage?.Size ?? before.ephemeralMb,
    variables: input.Environment ? (input.Environment.Variables ?? {}) : before.variables,
    kmsKeyArn: orNothing(input.KMSKeyArn, before.kmsKeyArn),
    deadLetterArn: input.DeadLetterConfig ? orNothing(input.DeadLetterConfig.TargetArn ?? '', undefined) : before.deadLetterArn,
    tracingMode: (input.TracingConfig?.Mode as Settings['tracingMode'] | undefined) ?? before.tracingMode,
    vpc: input.VpcConfig ? vpcOf(input.VpcConfig) : before.vpc,
    fileSystems: input.FileSystemConfigs
      ? input.FileSystemConfigs.map(({ Arn, LocalMountPath }) => ({ Arn, LocalMountPath }))
      : before.fileSystems,
    snapStart: (input.SnapStart?.ApplyOn as Settings['snapStart'] | undefined) ?? before.snapStart,
    durable: durableOf(input, before),
    capacity: capacityOf(input, before),
    logging,
  };
}

/** An empty text removes a setting. */
const orNothing = (asked: string | undefined, before: string | undefined): string | undefined =>
  asked === undefined ? before : asked === '' ? undefined : asked;

function check(input: ConfigurationRequest, before: Frozen<Settings>): void {
  refuseMembers(input);
  if (input.Runtime !== undefined) checkRuntime(input.Runtime);
  if (input.Timeout !== undefined && input.Timeout > MAX_TIMEOUT_S)
    throw constraint('timeout', String(input.Timeout), `Member must have value less than or equal to ${MAX_TIMEOUT_S}`);
  const mostMemory = input.CapacityProviderConfig || before.capacity ? MAX_MANAGED_MEMORY_MB : MAX_MEMORY_MB;
  if (input.MemorySize !== undefined && input.MemorySize > mostMemory)
    throw constraint('memorySize', String(input.MemorySize), `Member must have value less than or equal to ${mostMemory}`);
  if (input.Environment?.Variables) checkVariables(input.Environment.Variables);
  if (input.SnapStart?.ApplyOn === 'PublishedVersions') {
    checkSnapStart(input.Runtime ?? before.runtime ?? 'Image');
    refuseTenants(before, 'SnapStart is');
  }
  const { TargetArn } = input.DeadLetterConfig ?? {};
  if (TargetArn && !/^arn:aws[a-z-]*:(?:sqs|sns):/.test(TargetArn))
    throw invalidParameter(`The dead letter target ${TargetArn} is neither a queue nor a topic.`);
  if (input.FileSystemConfigs?.some(({ S3FilesConfig }) => S3FilesConfig))
    throw notEmulated('FileSystemConfigs.S3FilesConfig', 'mounted buckets are not emulated.');
}

const vpcOf = ({ SubnetIds = [], SecurityGroupIds = [], Ipv6AllowedForDualStack = false }: VpcConfig): VpcSettings => ({
  subnetIds: SubnetIds,
  securityGroupIds: SecurityGroupIds,
  ipv6: Ipv6AllowedForDualStack,
});

function loggingOf(asked: LoggingConfig, before: Frozen<LoggingSettings>, name: string): LoggingSettings {
  const format = (asked.LogFormat as LoggingSettings['format'] | undefined) ?? before.format;
  const group = asked.LogGroup ?? before.group ?? `/aws/lambda/${name}`;
  if (format === 'JSON') {
    const { applicationLevel = 'INFO', systemLevel = 'INFO' } = before;
    return {
      format,
      group,
      applicationLevel: asked.ApplicationLogLevel ?? applicationLevel,
      systemLevel: asked.SystemLogLevel ?? systemLevel,
    };
  }
  if (asked.ApplicationLogLevel !== undefined || asked.SystemLogLevel !== undefined)
    throw invalidParameter('To use ApplicationLogLevel or SystemLogLevel, you must set LogFormat to JSON.');
  return { format, group };
}
