// What `models/patches/<service>.ts` may say about a service: facts that no client model carries. The generator works them into the IR.
import type { ErrorFacts, MemberTraits, Profile, ProtocolId, Ref } from './ir.ts';

interface OperationPatch {
  /** The status that the real service answers on success. */
  status?: number;
  rootElement?: string;
  unwrapped?: true;
  /** Of a body that is read whole, where it may be larger than others. */
  maxBodyBytes?: number;
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
  /** Protocols besides the one that the package speaks. */
  also?: ProtocolId[];
  xmlNamespace?: string;
  /** Further names that clients sign with. */
  signingAliases?: string[];
  /** Names of its hosts besides its id and its signing name. */
  endpoints?: string[];
  /** A bucket may stand in front of its host name. */
  virtualHosts?: true;
  /** Requests that no other service claims are for this one. */
  fallback?: true;
  /** `/{Bucket}` is put back in front of the URI of every operation whose input names it. */
  uriPrefixLabel?: string;
  operations?: Record<string, OperationPatch>;
  extraOperations?: Record<string, ExtraOperation>;
  /** Errors that the model misses, or facts about modelled ones that it has wrong. */
  errors?: Record<string, ExtraError>;
  /** `Structure.Member` → traits to add. */
  members?: Record<string, MemberTraits>;
  /** Structure → members that the package misses (a status, headers that only some answers carry). */
  addMembers?: Record<string, [name: string, ref: Ref | string, traits?: MemberTraits][]>;
  /** `Structure.Member`, invented by the package and unknown to the service. */
  dropMembers?: string[];
}
