// The name of a fleet: of the environments that run one version of a function.
import type { RegionScope } from '#core/region-scope';

/** `account/region/name/version`; the fleet of a tenant is below the fleet of its version. */
export const fleetKey = (name: string, version: number, { account, region }: RegionScope, tenantId?: string): string =>
  `${account}/${region}/${name}/${version}${tenantId === undefined ? '' : `/${tenantId}`}`;
