// Turns the record of a version into the API's answers. Pure.

import { createHash } from 'node:crypto';
import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { partitionOf } from '#lib/arn';
import type { FunctionConfiguration } from '#model/lambda';
import { sizeBytesOf } from '#services/lambda/code/code-ref';
import { sha256Text } from '#services/lambda/code/sha256-text';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { lambdaTime } from '#services/lambda/lookup/lambda-time';
import type { CapacitySettings, DurableSettings, Settings, VersionRecord } from '#services/lambda/state';
import { imageConfigOf } from './image.ts';

export interface Shown {
  readonly name: string;
  /** Last part of the ARN: a version, an alias, or nothing. */
  readonly qualifier?: string | undefined;
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** For an image: the hexadecimal digest, known once the engine has resolved its name. */
export const codeSha256 = ({ code, image }: Pick<Frozen<Settings>, 'code' | 'image'>): string | undefined =>
  code ? sha256Text(code) : image?.digest?.replace('sha256:', '');

export function configuration(scope: RegionScope, version: Frozen<VersionRecord>, shown: Shown): FunctionConfiguration {
  const { update } = version;
  return {
    ...listed(scope, version, shown),
    State: version.state,
    StateReason: version.stateReason,
    StateReasonCode: version.stateReasonCode,
    LastUpdateStatus: update?.status,
    LastUpdateStatusReason: update?.reason,
    LastUpdateStatusReasonCode: update?.reasonCode,
    ConfigSha256: configSha256(version.settings),
    ...(!version.settings.image && { RuntimeVersionConfig: { RuntimeVersionArn: runtimeVersionArn(scope.region, version) } }),
  };
}

/** Depends on the configuration only, not on the code. */
const configSha256 = ({ id: _, code: __, image: ___, ...config }: Frozen<Settings>): string => base64(digest(JSON.stringify(config)));

/** The fields that lists contain: state and update status are missing. */
export function listed(
  scope: RegionScope,
  { settings, ...version }: Frozen<VersionRecord>,
  { name, qualifier }: Shown,
): FunctionConfiguration {
  return {
    FunctionName: name,
    FunctionArn: functionArn(scope, name, qualifier),
    Version: versionName(version.version),
    RevisionId: version.revisionId,
    LastModified: lambdaTime(version.lastModifiedMs),
    CodeSha256: codeSha256(settings),
    CodeSize: sizeBytesOf(settings.code),
    PackageType: settings.image ? 'Image' : 'Zip',
    Runtime: settings.runtime,
    Handler: settings.handler,
    Role: settings.role,
    Description: settings.description,
    Timeout: settings.timeoutS,
    MemorySize: settings.memoryMb,
    Architectures: [settings.architecture],
    EphemeralStorage: { Size: settings.ephemeralMb },
    TracingConfig: { Mode: settings.tracingMode },
    SnapStart: snapStart(settings, version.version),
    LoggingConfig: logging(settings),
    ...(settings.image && imageConfigOf(settings.image)),
    ...optional(settings),
  };
}

function optional(settings: Frozen<Settings>): FunctionConfiguration {
  const { variables, kmsKeyArn, deadLetterArn, vpc, fileSystems, layers, tenancy, durable, capacity } = settings;
  return {
    ...(variables && { Environment: { Variables: variables } }),
    ...(kmsKeyArn && { KMSKeyArn: kmsKeyArn }),
    ...(deadLetterArn && { DeadLetterConfig: { TargetArn: deadLetterArn } }),
    ...(fileSystems && fileSystems.length > 0 && { FileSystemConfigs: fileSystems }),
    ...(layers && layers.length > 0 && { Layers: layers.map(({ arn, code }) => ({ Arn: arn, CodeSize: sizeBytesOf(code) })) }),
    ...(tenancy && { TenancyConfig: { TenantIsolationMode: tenancy } }),
    ...(durable && { DurableConfig: durableConfig(durable) }),
    ...(capacity && { CapacityProviderConfig: capacityConfig(capacity) }),
    ...(vpc && {
      VpcConfig: {
        SubnetIds: vpc.subnetIds,
        SecurityGroupIds: vpc.securityGroupIds,
        VpcId: vpc.subnetIds.length === 0 ? '' : `vpc-${digest(vpc.subnetIds[0]!).slice(0, 17)}`,
        Ipv6AllowedForDualStack: vpc.ipv6,
      },
    }),
  };
}

const durableConfig = ({ retentionDays, executionTimeoutS, kmsKeyArn }: Frozen<DurableSettings>) => ({
  RetentionPeriodInDays: retentionDays,
  ...(executionTimeoutS !== undefined && { ExecutionTimeout: executionTimeoutS }),
  ...(kmsKeyArn !== undefined && { KMSKeyArn: kmsKeyArn }),
});

const capacityConfig = ({ arn, perEnvironment, memoryPerVcpu }: Frozen<CapacitySettings>) => ({
  LambdaManagedInstancesCapacityProviderConfig: {
    CapacityProviderArn: arn,
    ...(perEnvironment !== undefined && { PerExecutionEnvironmentMaxConcurrency: perEnvironment }),
    ...(memoryPerVcpu !== undefined && { ExecutionEnvironmentMemoryGiBPerVCpu: memoryPerVcpu }),
  },
});

const snapStart = ({ snapStart: ApplyOn }: Frozen<Settings>, version: number) => ({
  ApplyOn,
  OptimizationStatus: ApplyOn === 'PublishedVersions' && version > 0 ? 'On' : 'Off',
});

const logging = ({ logging: { format, group, applicationLevel, systemLevel } }: Frozen<Settings>) => ({
  LogFormat: format,
  LogGroup: group,
  ...(applicationLevel && { ApplicationLogLevel: applicationLevel }),
  ...(systemLevel && { SystemLogLevel: systemLevel }),
});

/** One version per runtime. `doctor` shows the versions of the interpreters. */
export const runtimeVersionArn = (
  region: string,
  { settings, runtimeManagement }: Pick<Frozen<VersionRecord>, 'settings' | 'runtimeManagement'>,
): string => runtimeManagement?.versionArn ?? `arn:${partitionOf(region)}:lambda:${region}::runtime:${digest(settings.runtime ?? '')}`;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
