// The collections of X-Ray: segments as clients sent them, and what traces, groups, rules and policies are known.
import { collection } from '#core/records';
import type { SamplingRule } from '#model/xray';

export interface KeptSegment {
  /** JSON, as it came. */
  readonly document: string;
  /** The segment has ended. A segment that is in progress gives way to it. */
  readonly isComplete: boolean;
}

/** A trace of which a segment is kept. */
export interface KeptTrace {
  readonly id: string;
  /** The start of the earliest segment. */
  readonly startMs: number;
  /** The end of the last segment that is complete. */
  readonly endMs: number;
  /** When its last segment came. */
  readonly updatedMs: number;
  /** How often segments were added. */
  readonly revision: number;
  readonly characters: number;
  /** Segments came that were too much. */
  readonly isFull?: true | undefined;
}

export interface Group {
  readonly name: string;
  /** In its ARN: a name that is used again makes another ARN. */
  readonly id: string;
  readonly filter: string | undefined;
  readonly hasInsights: boolean;
  readonly hasNotifications: boolean;
}

export interface KeptRule {
  readonly rule: SamplingRule & { readonly RuleName: string };
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** Statistics that one client reported of a rule. */
export interface RuleStatistics {
  readonly atMs: number;
  readonly requests: number;
  readonly sampled: number;
  readonly borrowed: number;
}

export interface ResourcePolicy {
  readonly name: string;
  readonly document: string;
  readonly revision: number;
  readonly updatedMs: number;
}

/** Traces that a client asked to be retrieved. */
export interface Retrieval {
  readonly traceIds: readonly string[];
  /** The span of time in which they began. */
  readonly startMs: number;
  readonly endMs: number;
  readonly isCancelled?: true | undefined;
}

/** Settings of the account in a region, each under its name. */
export interface Setting {
  readonly keyId?: string | undefined;
  readonly type?: 'KMS' | 'NONE' | undefined;
  readonly destination?: 'CloudWatchLogs' | 'XRay' | undefined;
  readonly percentage?: number | undefined;
  readonly changedMs?: number | undefined;
}

export const segments = collection<[trace: string, segment: string], KeptSegment>('xray.segments', { bulk: true });
export const traces = collection<[trace: string], KeptTrace>('xray.traces', { bulk: true });
export const tracesByStart = collection<[startMs: number, trace: string], { readonly here: true }>('xray.traces-by-start', { bulk: true });
/** The number and the size of all traces, which are bounded. */
export const tallies = collection<['all'], { readonly traces: number; readonly characters: number }>('xray.tallies');
export const groups = collection<[name: string], Group>('xray.groups');
export const samplingRules = collection<[name: string], KeptRule>('xray.sampling-rules');
export const ruleStatistics = collection<[rule: string, client: string], RuleStatistics>('xray.rule-statistics');
export const resourcePolicies = collection<[name: string], ResourcePolicy>('xray.resource-policies');
export const settings = collection<[name: 'encryption' | 'destination' | 'indexing'], Setting>('xray.settings');
export const retrievals = collection<[token: string], Retrieval>('xray.retrievals');
/** Tags of groups and sampling rules, by ARN. */
export const tags = collection<[arn: string], { readonly tags: Readonly<Record<string, string>> }>('xray.tags');
