// The role in which the gateway writes logs: its own in each account, so policies of log groups and delivery streams need not name it.
import type { CallOptions } from '#core/call';
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';

const NAME = 'aws-service-role/ops.apigateway.amazonaws.com/AWSServiceRoleForAPIGateway';

export const asLogger = ({ account }: Pick<Ctx, 'account'>): CallOptions => ({
  withRole: formatArn({ service: 'iam', region: '', account, resource: `role/${NAME}` }),
  isPlumbing: true,
});
