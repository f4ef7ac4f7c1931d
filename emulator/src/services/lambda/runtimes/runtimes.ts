// The runtimes that functions may use, and the runtimes that they may no longer use. Pure.
import { invalidParameter } from '#services/lambda/faults';

/** Runtimes for new functions. */
const CREATABLE = [
  ...['nodejs26.x', 'nodejs24.x', 'nodejs22.x', 'nodejs20.x', 'nodejs18.x', 'nodejs16.x'],
  ...['python3.15', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9', 'python3.8'],
  ...['java25', 'java21', 'java17', 'java17.al2023', 'java11', 'java11.al2023', 'java8.al2', 'java8.al2023'],
  ...['dotnet10', 'dotnet8', 'dotnet6', 'ruby4.0', 'ruby3.4', 'ruby3.3', 'ruby3.2'],
  ...['provided.al2023', 'provided.al2'],
] as const;

/** Deprecated runtimes. They may still be created, and run. */
export const DEPRECATED: readonly string[] = ['nodejs18.x', 'nodejs16.x', 'python3.9', 'python3.8', 'dotnet6'];
export const SUPPORTED: readonly string[] = CREATABLE.filter((runtime) => !DEPRECATED.includes(runtime));

/** Runtimes that can be neither created nor updated. */
const RETIRED = new Set([
  ...['nodejs', 'nodejs4.3', 'nodejs4.3-edge', 'nodejs6.10', 'nodejs8.10', 'nodejs10.x', 'nodejs12.x', 'nodejs14.x'],
  ...['python2.7', 'python3.6', 'python3.7', 'java8', 'go1.x', 'provided', 'ruby2.5', 'ruby2.7'],
  ...['dotnetcore1.0', 'dotnetcore2.0', 'dotnetcore2.1', 'dotnetcore3.1'],
]);

const KNOWN: ReadonlySet<string> = new Set(CREATABLE);
const SNAP_START = /^(?:java(?:11|17|21|25)|python3\.1[2-9]|dotnet(?:8|10))/;

/** @throws Fault in the words of the service */
export function checkRuntime(runtime: string): void {
  if (KNOWN.has(runtime)) return;
  if (RETIRED.has(runtime))
    throw invalidParameter(
      `The runtime parameter of ${runtime} is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.`,
    );
  throw invalidParameter(
    `Value ${runtime} at 'runtime' failed to satisfy constraint: Member must satisfy enum value set: [${CREATABLE.join(', ')}] or be a valid ARN`,
  );
}

export function checkSnapStart(runtime: string): void {
  if (!SNAP_START.test(runtime)) throw invalidParameter(`${runtime} is not supported for SnapStart enabled functions.`);
}
