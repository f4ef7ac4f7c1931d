// The context object of an execution, apart from its state.
// https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html
import type { RegionScope } from '#core/region-scope';
import { machineArn } from '#services/states/arns';
import type { Json, JsonObject } from '#services/states/language/json';

interface StartedExecution {
  readonly arn: string;
  readonly name: string;
  /** Name of the machine. */
  readonly machine: string;
  readonly roleArn: string;
  readonly startMs: number;
  readonly input: Json;
  /** Absent in executions of Express machines that are waited for. */
  readonly redriveCount?: number | undefined;
  /** The last redrive, where there was one. */
  readonly redriveMs?: number | undefined;
}

/** `Execution` and `StateMachine` of the context object. */
export function executionContext(
  { arn, name, machine, roleArn, startMs, input, redriveCount, redriveMs }: StartedExecution,
  scope: RegionScope,
): JsonObject {
  const Execution = { Id: arn, Input: input, Name: name, RoleArn: roleArn, StartTime: new Date(startMs).toISOString() };
  return {
    Execution: redriveCount === undefined ? Execution : { ...Execution, ...redrives(redriveCount, redriveMs) },
    StateMachine: { Id: machineArn(machine, scope), Name: machine },
  };
}

const redrives = (RedriveCount: number, redriveMs: number | undefined): JsonObject =>
  redriveMs === undefined ? { RedriveCount } : { RedriveCount, RedriveTime: new Date(redriveMs).toISOString() };
