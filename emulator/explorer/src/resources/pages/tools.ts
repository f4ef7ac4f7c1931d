// The pages that look into what has happened: one file of the build.
import type { FunctionComponent } from 'preact';
import { Page as Calls } from '#resources/calls-page.tsx';
import { Page as Sandbox } from '#resources/events/sandbox-page.tsx';
import { Page as Events } from '#resources/events/traces-page.tsx';
import { Page as Faults } from '#resources/faults-page.tsx';
import { Page as Logs } from '#resources/logs/logs-page.tsx';
import { Page as MapPage } from '#resources/map/map-page.tsx';
import { Page as Problems } from '#resources/problems-page.tsx';
import { Page as Requests } from '#resources/requests-page.tsx';
import { Page as Simulator } from '#resources/simulator-page.tsx';
import { Page as Snapshots } from '#resources/snapshots-page.tsx';
import type { ToolProps } from '#shell/tools.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const TOOL_PAGES: Readonly<Record<string, FunctionComponent<ToolProps>>> = {
  problems: Problems,
  requests: Requests,
  map: MapPage,
  events: Events,
  sandbox: Sandbox,
  logs: Logs,
  calls: Calls,
  faults: Faults,
  snapshots: Snapshots,
  simulator: Simulator,
};
