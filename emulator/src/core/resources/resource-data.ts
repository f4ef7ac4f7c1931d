// The generated data of a resource type: its properties, which of them replace the resource, its attributes, how it is tagged.

export type PropertyType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'json'
  | { readonly oneOf: readonly string[] }
  | { readonly list: PropertyType }
  | { readonly map: PropertyType }
  /** Refers to a definition of the generated data, by key. */
  | { readonly ref: string }
  | { readonly any: readonly PropertyType[] };

export interface Property {
  readonly type: PropertyType;
  readonly required?: true;
  /** Whether a change of it makes a new resource: always, or depending on the values. */
  readonly replaces?: 'yes' | 'maybe';
}

export interface ResourceData {
  readonly properties: Readonly<Record<string, Property>>;
  readonly attributes: readonly string[];
  /** The properties or attributes that identify a resource to the Cloud Control API. */
  readonly identifier?: readonly string[];
  /** The properties that `Ref` returns, where they are not the identifier. */
  readonly ref?: readonly string[];
  /** `system`: resources of stacks get CloudFormation's own tags, too. */
  readonly tags?: { readonly property: string; readonly shape: string; readonly system?: true };
  /** The types of attributes that are no text, as far as they are known. */
  readonly attributeTypes?: Readonly<Record<string, PropertyType>>;
  /** `arn:${Partition}:ec2:${Region}:${Account}:vpc/${VpcId}` */
  readonly arn?: string;
}

export interface ResourceDatabase {
  readonly resources: Record<string, ResourceData>;
  readonly definitions: Record<string, Record<string, Property>>;
}
