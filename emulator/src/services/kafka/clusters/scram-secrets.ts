// Secrets with the names and passwords that a cluster's broker lets in. https://docs.aws.amazon.com/msk/latest/developerguide/msk-password.html
import { operation } from '#model/kafka';
import { changeCluster, findCluster } from '#services/kafka/find-cluster';
import { pageOfItems } from '#services/kafka/pages';

const SECRET = /^arn:[^:]+:secretsmanager:[^:]+:\d{12}:secret:(.+)$/;

interface Unprocessed {
  readonly ErrorCode: string;
  readonly ErrorMessage: string;
  readonly SecretArn: string;
}

const refusal = (SecretArn: string, ErrorCode: string, ErrorMessage: string): Unprocessed => ({ ErrorCode, ErrorMessage, SecretArn });

/** Undefined where the secret may be used. */
function problemOf(arn: string): Unprocessed | undefined {
  const name = SECRET.exec(arn)?.[1];
  if (name === undefined) return refusal(arn, 'InvalidSecretArn', 'The provided secret ARN is invalid.');
  return name.startsWith('AmazonMSK_')
    ? undefined
    : refusal(arn, 'InvalidSecretName', 'The provided secret name must begin with the prefix AmazonMSK_.');
}

export const BatchAssociateScramSecret = operation('BatchAssociateScramSecret', ({ ClusterArn, SecretArnList }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  const refused = SecretArnList.flatMap((arn) => problemOf(arn) ?? []);
  const taken = SecretArnList.filter((arn) => !problemOf(arn));
  changeCluster(cluster, { secrets: [...new Set([...cluster.secrets, ...taken])].sort() }, ctx);
  return { ClusterArn, UnprocessedScramSecrets: refused };
});

export const BatchDisassociateScramSecret = operation('BatchDisassociateScramSecret', ({ ClusterArn, SecretArnList }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  const unknown = SecretArnList.filter((arn) => !cluster.secrets.includes(arn));
  changeCluster(cluster, { secrets: cluster.secrets.filter((arn) => !SecretArnList.includes(arn)) }, ctx);
  const refused = unknown.map((arn) => refusal(arn, 'SecretNotFound', 'The provided secret is not associated with the cluster.'));
  return { ClusterArn, UnprocessedScramSecrets: refused };
});

export const ListScramSecrets = operation('ListScramSecrets', (input, ctx) => {
  const { secrets } = findCluster(input.ClusterArn, ctx);
  const { items: SecretArnList, NextToken } = pageOfItems(secrets, (arn) => arn, input);
  return { SecretArnList, NextToken };
});
