// The module that the build makes from the models.
declare module 'wire:protocols' {
  type Operation = readonly [method: string, uri: string, locations: Readonly<Record<string, string>>];
  /** Each service's protocol, the target where that is JSON or the version where it is forms, and the signing name. */
  export const SERVICES: Readonly<Record<string, readonly [protocol: string, name: string, signingName: string]>>;
  /** The header that keeps a call out of the log and the traces. */
  export const LOOK_HEADER: string;
  /** Names of operations that only read, but for those that do more. */
  export const READS: RegExp;
  export const ACTING_READS: readonly string[];
  /** Method, path and the members that are not in the body, of each operation of each service that speaks JSON over REST. */
  export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
/** Styles go into the file that the page loads. */
declare module '*.css';
