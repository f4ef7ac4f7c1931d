// The settings of a stage for a route: its own, over those of all routes. Pure.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { RouteSettings } from '#model/apigatewayv2';
import type { Stage } from '#services/apigateway/http-state';

export const routeSettingsOf = (
  { defaultRouteSettings, routeSettings }: Pick<Frozen<Stage>, 'defaultRouteSettings' | 'routeSettings'>,
  routeKey: string,
): Frozen<RouteSettings> => ({ ...defaultRouteSettings, ...own(routeSettings, routeKey) });
