// The development loop's view of a tool that deploys, and the events of its deployments.
import { sep } from 'node:path';

export interface DevFunction {
  readonly name: string;
  /** `TheStack/OrdersFunction` for a function of a stack. */
  readonly label?: string | undefined;
  /** The folder from which it runs, so that a change of code needs no deployment. */
  readonly folder?: string | undefined;
}

export interface DevAddress {
  readonly name: string;
  readonly url: string;
}

export interface Deployed {
  /** `the stack shop` */
  readonly subject: string;
  readonly isChanged: boolean;
  readonly functions: readonly DevFunction[];
  readonly addresses: readonly DevAddress[];
  /** Outputs that are no addresses. */
  readonly outputs: Readonly<Record<string, string>>;
}

export type Note = { readonly type: 'note'; readonly state: 'good' | 'bad' | 'plain'; readonly text: string };

export type LoopEvent =
  | { readonly type: 'deploying'; readonly reason: string }
  | Note
  | ({ readonly type: 'deployed'; readonly ms: number } & Deployed)
  | { readonly type: 'failed'; readonly text: string; readonly hint?: string | undefined }
  | { readonly type: 'ended'; readonly text: string };

export type See = (event: LoopEvent) => void;

/** Deploys one project, again and again. */
export interface Deployer {
  /** Deploys what differs. @throws Error, with a `hint` if something helps */
  deploy(see: (note: Note) => void): Promise<Deployed>;
  /** The folder in which changes count. */
  readonly folder: string;
  /** Whether a change of this file, absolute, asks for a deployment. */
  redeploysAfter(file: string): boolean;
  /** Folders and patterns, as in `.gitignore`, whose changes never count. */
  readonly ignored?: readonly string[] | undefined;
  /** Ends a deployment under way, if that takes long. */
  abort?(): void;
  /** Removes what must not outlive the loop. Resolves with a sentence about what stays. */
  close(): Promise<string | undefined>;
}

/** The tool failed. `hint`: its own words, or what helps. */
export class DeploymentFailed extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DeploymentFailed';
    this.hint = hint;
  }
}

export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);
