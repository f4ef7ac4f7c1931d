// Records of the scheduler. Inputs that clients get back unchanged are stored in the shapes of the model.
import { collection } from '#core/records';
import type { FlexibleTimeWindow, Tag, Target } from '#model/scheduler';

export interface ScheduleGroup {
  readonly name: string;
  readonly state: 'ACTIVE' | 'DELETING';
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly tags: readonly Tag[];
}

export interface Schedule {
  readonly group: string;
  readonly name: string;
  readonly expression: string;
  readonly timezone: string;
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
  readonly description?: string | undefined;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly kmsKeyArn?: string | undefined;
  /** With its retry policy filled in. */
  readonly target: Target;
  readonly window: FlexibleTimeWindow;
  readonly afterCompletion: 'NONE' | 'DELETE';
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** The start from which a rate without a start date counts. */
  readonly baseMs: number;
  /** The time of the last run by this expression. */
  readonly lastMs?: number | undefined;
  /** The time of the next run; undefined when none is left, or the schedule is disabled. */
  readonly nextMs?: number | undefined;
}

/** The default group has no record. */
export const scheduleGroups = collection<[name: string], ScheduleGroup>('scheduler.groups');
export const schedules = collection<[group: string, name: string], Schedule>('scheduler.schedules', { bulk: true });
/** Runs whose flexible time window is open; due work invokes the target at some time in it. */
export const openWindows = collection<[group: string, name: string, scheduledMs: number], { readonly invokedMs: number }>(
  'scheduler.open-windows',
);
/** Requests that had a client token, and their answers. */
export const clientTokens = collection<[operation: string, token: string], { readonly request: string; readonly answer: string }>(
  'scheduler.client-tokens',
);
