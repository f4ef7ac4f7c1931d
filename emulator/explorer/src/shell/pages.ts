// All that home does not need, in one file of the build, which loads with the first page that is opened: small files of their own would compress worse
// than their code is long.
import type { FunctionComponent } from 'preact';
import { view as apis } from '#resources/apis/http-apis.tsx';
import { view as restApis } from '#resources/apis/rest-apis.tsx';
import { view as buckets } from '#resources/buckets.tsx';
import { Page as Calls } from '#resources/calls-page.tsx';
import { view as clusters } from '#resources/clusters.tsx';
import { view as connections } from '#resources/connections.tsx';
import { view as deliveryStreams } from '#resources/delivery-streams.tsx';
import { view as archives } from '#resources/events/archives.tsx';
import { view as buses } from '#resources/events/buses.tsx';
import { Page as Sandbox } from '#resources/events/sandbox-page.tsx';
import { Page as Events } from '#resources/events/traces-page.tsx';
import { Page as Faults } from '#resources/faults-page.tsx';
import { view as functions } from '#resources/functions/functions.tsx';
import { view as layers } from '#resources/functions/layers.tsx';
import { view as keys } from '#resources/keys.tsx';
import { view as logGroups } from '#resources/logs/log-groups.tsx';
import { Page as Logs } from '#resources/logs/logs-page.tsx';
import { view as parameters } from '#resources/parameters.tsx';
import { view as pipes } from '#resources/pipes.tsx';
import { view as queues } from '#resources/queues.tsx';
import { view as repositories } from '#resources/repositories.tsx';
import { Page as Requests } from '#resources/requests-page.tsx';
import { view as roles } from '#resources/roles.tsx';
import { view as schedules } from '#resources/schedules.tsx';
import { view as secrets } from '#resources/secrets.tsx';
import { Page as Simulator } from '#resources/simulator-page.tsx';
import { Page as Snapshots } from '#resources/snapshots-page.tsx';
import { view as stacks } from '#resources/stacks.tsx';
import { view as stateMachines } from '#resources/states/state-machines.tsx';
import { view as streams } from '#resources/streams.tsx';
import { view as tables } from '#resources/tables.tsx';
import { view as topics } from '#resources/topics.tsx';
import type { ResourceView } from '#ui/resource.ts';
import type { ToolProps } from './tools.ts';

export { DetailPage } from '#ui/detail-page.tsx';
export { ListPage } from '#ui/list-page.tsx';
export { ClockDialog } from './clock-dialog.tsx';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  functions,
  layers,
  'state-machines': stateMachines,
  apis,
  'rest-apis': restApis,
  buses,
  archives,
  connections,
  schedules,
  pipes,
  queues,
  topics,
  streams,
  'delivery-streams': deliveryStreams,
  clusters,
  buckets,
  tables,
  stacks,
  parameters,
  secrets,
  keys,
  roles,
  repositories,
  'log-groups': logGroups,
};

export const TOOL_PAGES: Readonly<Record<string, FunctionComponent<ToolProps>>> = {
  requests: Requests,
  events: Events,
  sandbox: Sandbox,
  logs: Logs,
  calls: Calls,
  faults: Faults,
  snapshots: Snapshots,
  simulator: Simulator,
};
