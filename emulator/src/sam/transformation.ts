// The state of the transformation of one template.

import type { SharedUsagePlan } from './apis/shared-usage-plan.ts';
import type { DeploymentPreferences } from './functions/deployment-preferences.ts';
import type { ReferableProperties, Resolver } from './references.ts';
import type { MadeResource } from './resource.ts';
import type { Block, Value } from './values.ts';
import type { WorkBudget } from './work-budget.ts';

/** Everything outside of the template that the result depends on. */
export interface TransformInput {
  /** Values of the template's parameters that were given, by name. */
  readonly parameters: Readonly<Record<string, Value>>;
  readonly region: string;
  readonly partition: string;
  /** Names of managed policies of AWS with their ARNs. */
  readonly managedPolicies: ReadonlyMap<string, string>;
  /** Finds the template of an application of the Serverless Application Repository. @throws Error with the reason */
  readonly applicationTemplate: (applicationId: string, version: string) => string;
  /** In seconds; part of the deployment's id of an API with `AlwaysDeploy`. */
  readonly now: number;
}

export interface Transformation {
  readonly input: TransformInput;
  readonly resolver: Resolver;
  /** The declared resources. Events change the APIs, buckets and user pools that they name. */
  readonly declared: Block;
  /** The template under construction. */
  readonly result: Block;
  readonly referable: ReferableProperties;
  readonly changedIds: Map<string, string>;
  readonly deployments: DeploymentPreferences;
  readonly usagePlan: SharedUsagePlan;
  /** Groups of record sets by logical id: the APIs of one hosted zone share a group. */
  readonly recordSetGroups: Map<string, MadeResource>;
  /** Names of the functions behind each API: a new name makes a new deployment. */
  readonly functionNames: Map<string, string>;
  readonly applications: Applications;
  readonly budget: WorkBudget;
}

/** The conditions of the template under construction, which may get more of them. */
export function conditionsOf({ result }: Transformation): Block {
  result.Conditions ??= {};
  return result.Conditions as Block;
}
export const managedArn = (name: string, { input }: Transformation): string => `arn:${input.partition}:iam::aws:policy/${name}`;
export const tracingPolicyName = ({ input }: Transformation): string =>
  input.partition === 'aws' ? 'AWSXrayWriteOnlyAccess' : 'AWSXRayDaemonWriteAccess';

/** Templates of applications of the repository, or why there is none, by application and version. */
export type Applications = ReadonlyMap<string, string | Error>;

/** Handles one type of SAM resource. */
export type ResourceTransform = (id: string, declared: Block, there: Transformation) => MadeResource[];
