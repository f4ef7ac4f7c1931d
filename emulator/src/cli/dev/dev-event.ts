// The events of the development loop, in the order in which they happen: the screen shows them, and --json prints them.
import { sep } from 'node:path';
import type { InvocationOutcome } from '#cli/invoke/invoke-function';
import type { LogLine } from '#core/log';
import type { Project } from './detect-project.ts';

export interface DevFunction {
  readonly name: string;
  /** `TheStack/OrdersFunction`, where it is of a stack. */
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

export type DevEvent =
  | { readonly type: 'project'; readonly project: Project; readonly url: string; readonly started: boolean }
  | { readonly type: 'deploying'; readonly reason: string }
  | Note
  | ({ readonly type: 'deployed'; readonly ms: number } & Deployed)
  | { readonly type: 'failed'; readonly text: string; readonly hint?: string | undefined }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'reloaded'; readonly function: string; readonly text: string }
  | { readonly type: 'invoked'; readonly outcome: InvocationOutcome }
  | { readonly type: 'ended'; readonly text: string };

export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

export type See = (event: DevEvent) => void;

/** Deploys one project, again and again. */
export interface Deployer {
  /** Deploys what differs. Problems are EmulatorErrors, or of the tool. */
  deploy(see: (note: Note) => void): Promise<Deployed>;
  /** The folder in which changes count. */
  readonly folder: string;
  /** Whether a change of this file, absolute, asks for a deployment. */
  redeploysAfter(file: string): boolean;
  /** Folders and patterns, as in `.gitignore`, whose changes never count. */
  readonly ignored?: readonly string[] | undefined;
  /** Ends a deployment under way, where that takes long. */
  abort?(): void;
  /** Removes what must not outlive the loop. Resolves with a sentence about what stays. */
  close(): Promise<string | undefined>;
}
