// Facts of our own about the actions of one service (models/actions/<service>.ts): what the public reference lacks or has differently.
import type { Need, RefusalStyle } from '#core/authorization/action-table';

export interface ActionFacts {
  /** The prefix of its actions, where that is not the service's id. */
  readonly prefix?: string;
  /** The service principal to which its operations pass roles, where that does not follow from the prefix. */
  readonly principal?: string;
  /** Actions are HTTP methods, resources are paths, for operations of which nothing else is said. */
  readonly byHttpMethod?: true;
  /**
   * Slots for the variables of ARNs: `{ QueueName: ['QueueUrl:url', 'QueueName'] }`, or of one type: `{ 'alias.Alias': ['AliasName'] }`. A slot is the path of
   * a member (`Entries[].Id`: of each element, `RequestItems{}`: each key) and perhaps a reader (`:url`, see core/authorization/slot-readers);
   * `=text` is text, `$user` the caller's name. The first that is there counts.
   */
  readonly slots?: Readonly<Record<string, readonly string[]>>;
  /** ARNs of types that are written differently, or that the reference lacks; variables as in the reference. */
  readonly types?: Readonly<Record<string, string>>;
  /** Actions that the reference does not have, and that are named like the operation. */
  readonly unlisted?: readonly string[];
  /** By operation: its action; or its action and the types of the resources on which it is needed; or everything. */
  readonly operations?: Readonly<
    Record<string, string | { readonly action?: string; readonly types?: readonly string[] } | readonly Need[]>
  >;
  /** Condition keys that members fill: `{ 's3:prefix': 'Prefix' }`. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Resource control policies limit its resources, except by these actions (Organizations' guide: "Resource control policies", July 2026). */
  readonly resourceControl?: { readonly except?: readonly string[] };
  /** Where it does not follow from the protocol. */
  readonly refusal?: Partial<RefusalStyle>;
  /** By operation: the members that pass a role. */
  readonly passes?: Readonly<Record<string, readonly string[]>>;
}
