// All management endpoints, in the order of their page.
import { AGENT_ROUTES } from './agents.ts';
import { CALL_ROUTES } from './call.ts';
import { CLOCK_ROUTES } from './clock.ts';
import { EVENT_ROUTES } from './events.ts';
import { EXPLAIN_ROUTES } from './explain.ts';
import { FACT_ROUTES } from './facts.ts';
import { FAULT_ROUTES } from './faults.ts';
import { HEALTH_ROUTES } from './health.ts';
import { IDENTITY_ROUTES } from './identity.ts';
import { INIT_ROUTES } from './init.ts';
import { LOG_ROUTES } from './log.ts';
import { MAP_ROUTES } from './map.ts';
import { METRIC_ROUTES } from './metrics.ts';
import { ORGANIZATION_ROUTES } from './organization.ts';
import { PROBLEM_ROUTES } from './problems.ts';
import { REGION_ROUTES } from './regions.ts';
import { REPLAY_ROUTES } from './replay.ts';
import type { ManagementRoute } from './route.ts';
import { STATE_ROUTES } from './state.ts';
import { STOP_ROUTES } from './stop.ts';
import { STREAM_ROUTES } from './stream.ts';
import { STUB_ROUTES } from './stubs.ts';
import { TOKEN_ROUTES } from './tokens.ts';
import { TRACE_ROUTES } from './traces.ts';

export const MANAGEMENT_ROUTES: readonly ManagementRoute[] = [
  ...HEALTH_ROUTES,
  ...INIT_ROUTES,
  ...FACT_ROUTES,
  ...REGION_ROUTES,
  ...STATE_ROUTES,
  ...CLOCK_ROUTES,
  ...CALL_ROUTES,
  ...FAULT_ROUTES,
  ...STUB_ROUTES,
  ...IDENTITY_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...LOG_ROUTES,
  ...STREAM_ROUTES,
  ...EVENT_ROUTES,
  ...EXPLAIN_ROUTES,
  ...METRIC_ROUTES,
  ...PROBLEM_ROUTES,
  ...TRACE_ROUTES,
  ...MAP_ROUTES,
  ...REPLAY_ROUTES,
  ...AGENT_ROUTES,
  ...TOKEN_ROUTES,
  ...STOP_ROUTES,
];
