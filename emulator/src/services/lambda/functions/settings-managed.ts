// Settings of durable functions and of functions on managed instances. Pure.
import type { Frozen } from '#core/records';
import type { DurableConfig, UpdateFunctionConfigurationRequest } from '#model/lambda';
import { constraint, invalidParameter } from '#services/lambda/faults';
import { MAX_TIMEOUT_S } from '#services/lambda/lookup/limits';
import type { CapacitySettings, DurableSettings, LoggingSettings, Settings } from '#services/lambda/state';

type ConfigurationRequest = Partial<UpdateFunctionConfigurationRequest>;

const DEFAULT_RETENTION_DAYS = 14;
/** Limit: megabytes of the memory of a function on managed instances. */
const MIN_MANAGED_MB = 2048;

/** @throws Fault without an execution timeout, in the words that users report (aws/aws-lambda-dotnet#2453, 2026-07) */
export function newDurable({ RetentionPeriodInDays, ExecutionTimeout, KMSKeyArn }: DurableConfig): DurableSettings {
  if (ExecutionTimeout === undefined)
    throw invalidParameter('You cannot create a function with a durable configuration without an executionTimeout');
  return {
    retentionDays: RetentionPeriodInDays ?? DEFAULT_RETENTION_DAYS,
    executionTimeoutS: ExecutionTimeout,
    kmsKeyArn: KMSKeyArn || undefined,
  };
}

/** Settings that durable functions have unless the request names others. Measured by floci (2026-08). */
export const durableDefaults = ({ executionTimeoutS = MAX_TIMEOUT_S }: DurableSettings) => ({
  timeoutS: Math.min(executionTimeoutS, MAX_TIMEOUT_S),
  logging: { format: 'JSON', applicationLevel: 'INFO', systemLevel: 'INFO' } satisfies Omit<LoggingSettings, 'group'>,
});

/** @throws Fault if the request makes an ordinary function durable, in the words that users report (2026-08) */
export function durableOf(
  { DurableConfig: asked }: ConfigurationRequest,
  { durable: before }: Frozen<Settings>,
): DurableSettings | undefined {
  if (!asked) return before;
  if (!before)
    throw invalidParameter(
      'You cannot add a durable configuration to a function that was originally created with no durable configuration',
    );
  return {
    retentionDays: asked.RetentionPeriodInDays ?? before.retentionDays,
    executionTimeoutS: asked.ExecutionTimeout ?? before.executionTimeoutS,
    kmsKeyArn: asked.KMSKeyArn === undefined ? before.kmsKeyArn : asked.KMSKeyArn || undefined,
  };
}

export function capacityOf(input: ConfigurationRequest, { capacity: before, memoryMb }: Frozen<Settings>): CapacitySettings | undefined {
  const asked = input.CapacityProviderConfig?.LambdaManagedInstancesCapacityProviderConfig;
  const capacity = asked
    ? {
        arn: asked.CapacityProviderArn,
        perEnvironment: asked.PerExecutionEnvironmentMaxConcurrency ?? before?.perEnvironment,
        memoryPerVcpu: asked.ExecutionEnvironmentMemoryGiBPerVCpu ?? before?.memoryPerVcpu,
      }
    : before;
  const memory = input.MemorySize ?? memoryMb;
  if (capacity && memory < MIN_MANAGED_MB)
    throw constraint('memorySize', String(memory), `Member must have value greater than or equal to ${MIN_MANAGED_MB}`);
  return capacity;
}
