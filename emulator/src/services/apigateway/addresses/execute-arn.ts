// ARNs of requests to APIs, of routes and of authorizers: `arn:aws:execute-api:REGION:ACCOUNT:API/RESOURCE`. Pure.
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';

export const executeArn = (apiId: string, resource: string, { region, account }: Pick<Ctx, 'region' | 'account'>): string =>
  formatArn({ service: 'execute-api', region, account, resource: `${apiId}/${resource}` });
