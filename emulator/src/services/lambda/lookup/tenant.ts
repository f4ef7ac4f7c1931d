// Tenant isolation: every invocation names a tenant, and each tenant has environments of its own. Pure.
import type { Frozen } from '#core/records';
import { invalidParameter } from '#services/lambda/faults';
import type { Settings } from '#services/lambda/state';

type Tenancy = Pick<Frozen<Settings>, 'tenancy'>;

/** @throws Fault if a tenant is missing, or given for a function without tenants */
export function checkTenant({ tenancy }: Tenancy, tenantId: string | undefined): void {
  if (tenancy && tenantId === undefined)
    throw invalidParameter(
      'The invoked function is enabled with tenancy configuration. Add a valid tenant ID in your request and try again.',
    );
  if (!tenancy && tenantId !== undefined)
    throw invalidParameter(
      'The invoked function is not enabled with tenancy configuration. Remove the tenant ID from your request and try again.',
    );
}

/** @throws Fault if the function has tenants. For callers that cannot name a tenant and so could never invoke it. */
export function refuseTenants({ tenancy }: Tenancy, what: string): void {
  if (tenancy) throw invalidParameter(`${what} not supported for functions with tenant isolation mode enabled.`);
}
