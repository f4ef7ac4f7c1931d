// Metrics, alarms and dashboards, and the plots on the pages of resources: one file of the build.
import type { FunctionComponent } from 'preact';
import { Page as Alarms } from '#resources/metrics/alarms-page.tsx';
import { Page as Dashboards } from '#resources/metrics/dashboards-page.tsx';
import { Page as Metrics } from '#resources/metrics/metrics-page.tsx';
import type { ToolProps } from '#shell/tools.ts';

export { ResourcePlots } from '#resources/metrics/resource-plots.tsx';
export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const TOOL_PAGES: Readonly<Record<string, FunctionComponent<ToolProps>>> = {
  metrics: Metrics,
  alarms: Alarms,
  dashboards: Dashboards,
};
