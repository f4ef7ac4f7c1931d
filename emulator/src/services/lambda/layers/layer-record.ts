// Records of layers and their versions.
import { collection } from '#core/records';
import type { CodeRef } from '#services/lambda/state';

export interface LayerRecord {
  readonly name: string;
  /** Number of the next version. Numbers are never reused. */
  readonly nextVersion: number;
}

export interface LayerVersionRecord {
  readonly name: string;
  readonly version: number;
  readonly code: CodeRef;
  readonly description: string;
  readonly createdMs: number;
  readonly runtimes?: readonly string[] | undefined;
  readonly architectures?: readonly string[] | undefined;
  readonly licence?: string | undefined;
  /** Set if it came from a real account, which allowed the credentials. Every account here may use it. */
  readonly pulled?: true | undefined;
}

export interface LayerPolicyRecord {
  readonly text: string;
  readonly revisionId: string;
}

export const layers = collection<[name: string], LayerRecord>('lambda.layers');
export const layerVersions = collection<[name: string, version: number], LayerVersionRecord>('lambda.layer-versions');
export const layerPolicies = collection<[name: string, version: number], LayerPolicyRecord>('lambda.layer-policies');
