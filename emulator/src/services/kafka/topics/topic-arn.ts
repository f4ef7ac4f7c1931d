// ARNs of topics: that of their cluster, with the topic's name behind it. Pure.

/** `arn:…:topic/<cluster>/<id>/<topic>` */
export const topicArn = (clusterArn: string, topic: string): string => `${clusterArn.replace(':cluster/', ':topic/')}/${topic}`;

export function topicOfArn(arn: string): { readonly ClusterArn: string; readonly TopicName: string } {
  const at = arn.lastIndexOf('/');
  return { ClusterArn: arn.slice(0, at).replace(':topic/', ':cluster/'), TopicName: arn.slice(at + 1) };
}
