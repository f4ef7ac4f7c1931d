// The regions that may hold a replica.
import { REGIONS } from '#lib/regions';
import { invalid } from '#services/dynamodb/faults';

/** @throws Fault ValidationException */
export function checkRegion(region: string): void {
  if (!REGIONS.includes(region))
    throw invalid(
      `Region ${region} is not supported. The latest version of global tables are only supported in the following regions: [${REGIONS.join(', ')}]`,
    );
}
