// All management endpoints, in the order of their page.
import { CLOCK_ROUTES } from './management-clock.ts';
import { FACT_ROUTES } from './management-facts.ts';
import { HEALTH_ROUTES } from './management-health.ts';
import { INIT_ROUTES } from './management-init.ts';
import { LOG_ROUTES } from './management-log.ts';
import type { ManagementRoute } from './management-route.ts';
import { STATE_ROUTES } from './management-state.ts';
import { STOP_ROUTES } from './management-stop.ts';

export const MANAGEMENT_ROUTES: readonly ManagementRoute[] = [
  ...HEALTH_ROUTES,
  ...INIT_ROUTES,
  ...FACT_ROUTES,
  ...STATE_ROUTES,
  ...CLOCK_ROUTES,
  ...LOG_ROUTES,
  ...STOP_ROUTES,
];
