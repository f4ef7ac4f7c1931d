// The events of `emulator dev`, in the order in which they happen: the screen shows them, and --json prints them.
import type { InvocationOutcome } from '#cli/invoke/invoke-function';
import type { LogLine } from '#core/log';
import type { LoopEvent } from '#hot-reload/loop/deployer';
import type { Project } from '#hot-reload/loop/detect-project';

export type DevEvent =
  | { readonly type: 'project'; readonly project: Project; readonly url: string; readonly started: boolean }
  | LoopEvent
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'reloaded'; readonly function: string; readonly text: string }
  | { readonly type: 'invoked'; readonly outcome: InvocationOutcome };
