// The role in which tables use data streams: the service has it in each account, so that streams need no policy for tables.
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';

const NAME = 'aws-service-role/kinesisreplication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBKinesisDataStreamsReplication';

export const actingRole = ({ account }: Pick<Ctx, 'account'>): string =>
  formatArn({ service: 'iam', region: '', account, resource: `role/${NAME}` });
