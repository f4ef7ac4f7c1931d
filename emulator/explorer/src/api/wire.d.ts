// The module that the build makes from the models.
declare module 'wire:protocols' {
  type Operation = readonly [method: string, uri: string, locations: Readonly<Record<string, string>>];
  /** Protocol, target, signing name and version of each service. */
  export const SERVICES: Readonly<Record<string, readonly [protocol: string, target: string, signingName: string, version: string]>>;
  /** Names of operations that only read. */
  export const READS: RegExp;
  /** Method, path and the members that are not in the body, of each operation of each service that speaks JSON over REST. */
  export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
/** Styles go into the file that the page loads. */
declare module '*.css';
