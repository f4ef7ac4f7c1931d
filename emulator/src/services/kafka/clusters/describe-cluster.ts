// Turns the record of a cluster into the API's answers. Pure.
import type { Frozen } from '#core/records';
import type { Cluster, ClusterInfo } from '#model/kafka';
import type { ClusterRecord } from '#services/kafka/state';

export const describeV2 = ({ arn, name, createdMs, version, kind, provisioned, serverless, tags }: Frozen<ClusterRecord>): Cluster => ({
  ClusterType: kind,
  ClusterArn: arn,
  ClusterName: name,
  CreationTime: new Date(createdMs),
  CurrentVersion: version,
  State: 'ACTIVE',
  Tags: { ...tags },
  Provisioned: provisioned as Cluster['Provisioned'],
  Serverless: serverless as Cluster['Serverless'],
});

export function describeV1({ arn, name, createdMs, version, provisioned, tags }: Frozen<ClusterRecord>): ClusterInfo {
  return {
    ...(provisioned as ClusterInfo),
    ClusterArn: arn,
    ClusterName: name,
    CreationTime: new Date(createdMs),
    CurrentVersion: version,
    State: 'ACTIVE',
    Tags: { ...tags },
  };
}
