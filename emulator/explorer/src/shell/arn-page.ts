// The address of the page that shows the resource of an ARN.
import type { Scope } from '#api/model.ts';
import { SECTIONS_OF_ARNS } from './arn-sections.ts';
import { arnParts, pathOf } from './paths.ts';

/** Undefined where the explorer has no page for it. */
export function pageOfArn(arn: string, scope: Scope): string | undefined {
  const parts = arnParts(arn.trim());
  const found = parts && SECTIONS_OF_ARNS[parts.service]?.(parts.resource, arn.trim());
  if (!parts || !found) return undefined;
  const path = pathOf({ account: parts.account || scope.account, region: parts.region || scope.region }, found.section, found.name);
  return found.query ? `${path}?${new URLSearchParams(found.query)}` : path;
}
