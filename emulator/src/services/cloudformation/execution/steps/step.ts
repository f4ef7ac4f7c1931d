// A step changes one resource: prepare-step.ts prepares it, one of the files beside this one takes it, take-step.ts writes its outcome. No
// step calls another.
import type { Frozen } from '#core/records';
import type { Created, Properties } from '#core/resources/resource-handlers';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { JsonObject } from '#resources/json';
import type { Leftover } from '#services/cloudformation/state';

/** The members that resources and leftovers have in common. */
export type Subject = Frozen<Omit<Leftover, 'retain'>>;

export interface Step<R extends Subject = Subject> {
  readonly action: 'create' | 'import' | 'update' | 'replace' | 'keep' | 'delete';
  /** The record that the outcome completes. */
  readonly record: R;
  /** The resource before the step. Undefined where the step makes or imports it. */
  readonly before: Subject | undefined;
  /** The properties to reach (of a deletion: those to delete), functions evaluated and references looked up. */
  readonly desired: Properties;
  /** The properties of `before`, references looked up. */
  readonly previous: Properties;
  /** The properties that identify a resource to import. */
  readonly identifier: Properties;
  readonly creationPolicy: JsonObject | undefined;
  readonly handler: ResourceType;
  readonly ctx: ResourceContext;
  /** Leaves `before` to the clean-up that follows the operation, since another resource takes its place. */
  leave(): void;
}

/** The resource as its handler left it. Undefined: the handler had nothing to say. */
export type Outcome = Created | undefined;
