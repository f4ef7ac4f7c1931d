// ARNs that clients hand in where a service takes those of its own things.
import { type Arn, parseArn } from '#lib/arn';
import type { RegionScope } from './region-scope.ts';

/** An ARN of this service in this region. Undefined for any other text, which the service refuses in its own words. */
export function arnHere(text: string, service: string, { region }: Pick<RegionScope, 'region'>): Arn | undefined {
  const arn = parseArn(text);
  return arn?.service === service && arn.region === region ? arn : undefined;
}
