// Settings of durable functions and of functions on managed instances. Pure.
import type { Frozen } from '#core/records';
import type { DurableConfig, UpdateFunctionConfigurationRequest } from '#model/lambda';
import { constraint, invalidParameter } from '#services/lambda/faults';
import type { CapacitySettings, DurableSettings, Settings } from '#services/lambda/state';

type ConfigurationRequest = Partial<UpdateFunctionConfigurationRequest>;

const DEFAULT_RETENTION_DAYS = 14;
/** Limit: megabytes of the memory of a function on managed instances. */
const MIN_MANAGED_MB = 2048;

export const newDurable = ({ RetentionPeriodInDays, ExecutionTimeout, KMSKeyArn }: DurableConfig): DurableSettings => ({
  retentionDays: RetentionPeriodInDays ?? DEFAULT_RETENTION_DAYS,
  executionTimeoutS: ExecutionTimeout,
  kmsKeyArn: KMSKeyArn || undefined,
});

/** @throws Fault if the request makes an ordinary function durable */
export function durableOf(
  { DurableConfig: asked }: ConfigurationRequest,
  { durable: before }: Frozen<Settings>,
): DurableSettings | undefined {
  if (!asked || Object.keys(asked).length === 0) return before;
  if (!before) throw invalidParameter('DurableConfig can be set only when a function is created.');
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
