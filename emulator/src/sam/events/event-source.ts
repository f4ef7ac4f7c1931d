// Events of functions: each source is a module of its own, which declares its properties and makes the resources.

import { suffixed } from '#sam/logical-ids';
import type { PropertyRules } from '#sam/property-rules';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, getAtt, ref, type Value } from '#sam/values';

export interface SamEvent {
  /** The logical ids of the event's resources start with it: the resource's id and the event's name. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly properties: Record<string, Value | undefined>;
}

/** The function, or its alias, that gets the events. */
export interface EventTarget {
  readonly id: string;
  /** Names the function in permissions and mappings. */
  readonly function: Block;
  readonly arn: Block;
  /** `Condition`, `DeletionPolicy` and `UpdateReplacePolicy`. */
  readonly attributes: Block;
  readonly role: MadeResource | undefined;
}

export interface EventSource {
  readonly rules: PropertyRules;
  /** Finds the declared resources that the event changes, before any event is made. @throws SamProblem */
  readonly link?: (event: SamEvent, there: Transformation) => void;
  readonly make: (event: SamEvent, target: EventTarget, there: Transformation) => MadeResource[];
}

export const functionTarget = (id: string, attributes: Block, role: MadeResource | undefined): EventTarget => ({
  id,
  function: ref(id),
  arn: getAtt(id, 'Arn'),
  attributes,
  role,
});
export const aliasTarget = (id: string, attributes: Block, role: MadeResource | undefined): EventTarget => ({
  id,
  function: ref(id),
  arn: ref(id),
  attributes,
  role,
});

interface PermissionDraft {
  readonly principal: string;
  readonly sourceArn?: Value | undefined;
  readonly sourceAccount?: Value | undefined;
  readonly token?: Value | undefined;
  readonly suffix?: string;
}

/** Lets a service invoke the function. `prefix` starts the logical id. */
export const permission = (prefix: string, target: EventTarget, draft: PermissionDraft): MadeResource =>
  made(
    suffixed(`${prefix}Permission`, draft.suffix ?? ''),
    'AWS::Lambda::Permission',
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: target.function,
      Principal: draft.principal,
      SourceArn: draft.sourceArn,
      SourceAccount: draft.sourceAccount,
      EventSourceToken: draft.token,
    },
    target.attributes,
  );

const MAX_TARGET_ID = 64;
/** The id of a rule's target, cut to the allowed length. */
export const targetId = (id: string, suffix: string): string => id.slice(0, MAX_TARGET_ID - suffix.length) + suffix;
