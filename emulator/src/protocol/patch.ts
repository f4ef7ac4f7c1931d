// The contents of `models/patches/<service>.ts`: facts about a service that no client model has. The generator merges them into the IR.
import type { ErrorFacts, MemberTraits, Profile, ProtocolId, Ref, SelectorLevel } from './ir.ts';

interface OperationPatch {
  /** The status that the real service answers on success. */
  status?: number;
  rootElement?: string;
  unwrapped?: true;
  /** Limit for a body that is read whole, where it may be larger than others. */
  maxBodyBytes?: number;
  /** The query protocol knows it at the service's own address only, not at that of a resource. */
  rootPath?: true;
}

export interface ExtraOperation {
  method: string;
  uri: string;
  status: number;
  input: { name: string; members: [name: string, ref: Ref | string, traits?: MemberTraits][] };
  output: { name: string; members: [name: string, ref: Ref | string, traits?: MemberTraits][] };
}

export interface ExtraError extends ErrorFacts {
  /** Members besides the message. */
  members?: string[];
}

export interface ServicePatch {
  profile?: { validation?: Partial<Profile['validation']> } & Partial<Omit<Profile, 'validation'>>;
  /** Protocols besides that of the package. */
  also?: ProtocolId[];
  xmlNamespace?: string;
  /** Further signing names that clients use. */
  signingAliases?: string[];
  /** Names of its hosts besides its id and signing name. */
  endpoints?: string[];
  /** A bucket may precede its host name. */
  virtualHosts?: true;
  /** Actions that are also called without `Version`, in URLs that the service hands out. */
  unversionedActions?: readonly string[];
  /** The service receives requests that no other service claims. */
  fallback?: true;
  /** Parts of resources that query parameters name, from the service itself downward. */
  selectors?: SelectorLevel[];
  /** Restores `/{Bucket}` in front of the URI of every operation whose input has that member. */
  uriPrefixLabel?: string;
  operations?: Record<string, OperationPatch>;
  extraOperations?: Record<string, ExtraOperation>;
  /** Errors that are missing in the model, or corrections of modelled ones. */
  errors?: Record<string, ExtraError>;
  /** `Structure.Member` → traits to add. */
  members?: Record<string, MemberTraits>;
  /** Structure → members that the package lacks (a status, headers that only some answers have). */
  addMembers?: Record<string, [name: string, ref: Ref | string, traits?: MemberTraits][]>;
  /** Structure → members in the order in which the service writes them; others come before them. */
  order?: Record<string, readonly string[]>;
  /** Values of enumerations in the order in which the service prints them. */
  enums?: Record<string, string[]>;
  /** Shapes that stay as JSON has them, bytes as base64: the service checks them itself. */
  rawShapes?: string[];
  /** `Structure.Member`: members whose lengths and ranges the service checks itself, in words of its own. */
  ownChecks?: string[];
  /** `Structure.Member`: required members whose absence the service refuses in words of its own. */
  optional?: string[];
  /** `Structure.Member`: members that the package adds and the service does not know. */
  dropMembers?: string[];
}
