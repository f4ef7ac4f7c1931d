// What the generated resource data says of a resource type: its properties, which of them replace it, its attributes, how it is tagged.

export type PropertyType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'json'
  | { readonly oneOf: readonly string[] }
  | { readonly list: PropertyType }
  | { readonly map: PropertyType }
  /** A definition of the database, by key. */
  | { readonly ref: string }
  | { readonly any: readonly PropertyType[] };

export interface Property {
  readonly type: PropertyType;
  readonly required?: true;
  /** A change of it makes a new resource: always, or as the case may be. */
  readonly replaces?: 'yes' | 'maybe';
}

export interface ResourceData {
  readonly properties: Readonly<Record<string, Property>>;
  readonly attributes: readonly string[];
  /** The properties or attributes that identify a resource to the Cloud Control API. */
  readonly identifier?: readonly string[];
  /** What `Ref` gives, where it is not the identifier. */
  readonly ref?: readonly string[];
  readonly tags?: { readonly property: string; readonly shape: string };
}

export interface ResourceDatabase {
  readonly resources: Record<string, ResourceData>;
  readonly definitions: Record<string, Record<string, Property>>;
}
