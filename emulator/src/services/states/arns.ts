// ARNs of state machines, executions and activities.
import type { RegionScope } from '#core/region-scope';
import { parseArn, partitionOf } from '#lib/arn';

const prefix = ({ account, region }: RegionScope): string => `arn:${partitionOf(region)}:states:${region}:${account}`;

export const machineArn = (name: string, scope: RegionScope): string => `${prefix(scope)}:stateMachine:${name}`;
export const activityArn = (name: string, scope: RegionScope): string => `${prefix(scope)}:activity:${name}`;
export const executionArn = (machine: string, name: string, scope: RegionScope): string => `${prefix(scope)}:execution:${machine}:${name}`;
export const expressArn = (machine: string, name: string, id: string, scope: RegionScope): string =>
  `${prefix(scope)}:express:${machine}:${name}:${id}`;
/** ARN of the execution of TestState (recorded: a segment less than others of Express machines). */
export const testedArn = (machine: string, name: string, scope: RegionScope): string => `${prefix(scope)}:express:${machine}:${name}`;
export const mapRunArn = (childMachine: string, id: string, scope: RegionScope): string => `${prefix(scope)}:mapRun:${childMachine}:${id}`;

export interface StatesArn extends RegionScope {
  /** `stateMachine`, `execution`, `express`, `activity`, `mapRun`. */
  readonly kind: string;
  /** The parts behind the kind: name of the machine and, where there is one, of the execution, the version or the alias. */
  readonly names: readonly string[];
}

/** Undefined for ARNs of anything else. */
export function parseStatesArn(text: string): StatesArn | undefined {
  const arn = parseArn(text);
  if (arn?.service !== 'states') return undefined;
  const [kind, ...names] = arn.resource.split(':');
  return kind === undefined || names.length === 0 ? undefined : { account: arn.account, region: arn.region, kind, names };
}

/** ARN of the machine that a version or an alias belongs to. */
export const machineOfQualified = (arn: string): string => arn.slice(0, arn.lastIndexOf(':'));
