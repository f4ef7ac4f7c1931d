// A service's part of the map of what calls what: which calls use a resource, and how ARNs and calls name it. A part of its manifest.

export interface Traffic {
  /** Operations that use resources: their calls are edges of the map. Others manage resources, and are left out. */
  readonly operations: readonly string[];
  /**
   * Forms of the resource in ARNs. The group `name` is what calls name it by; `kind` stands beside it where a name alone does not tell which
   * resource is meant. Without a form that matches, the first two parts of the resource are kind and name; a single part is the name.
   */
  readonly arns?: readonly RegExp[];
  /** The group `name` is the part of a name or a URL in calls that names the resource: of `orders:prod` the function. By default all of it. */
  readonly names?: RegExp;
  /** Further services in ARNs of its resources: APIs are invoked by another one than they are made by. */
  readonly arnServices?: readonly string[];
  /** Parts that its ARNs leave empty: nodes are named without them, however a step names the resource. */
  readonly untold?: readonly ('account' | 'region')[];
  /** The kind of its resources that make calls under their own names: `function`. */
  readonly caller?: string;
}
