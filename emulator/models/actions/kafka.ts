// Actions of clusters, which have an id behind their name that is not known before they are made.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  types: {
    cluster: 'arn:$p:kafka:$r:$a:cluster/${Cluster}',
    configuration: 'arn:$p:kafka:$r:$a:configuration/${Configuration}',
    topic: 'arn:$p:kafka:$r:$a:topic/${ClusterOfTopic}/${TopicName}',
    'vpc-connection': 'arn:$p:kafka:$r:$a:vpc-connection/${Unused}',
  },
  slots: {
    Cluster: ['ClusterArn', 'ClusterName:withAnyId', 'ResourceArn'],
    Configuration: ['Arn', 'ConfigurationInfo.Arn', 'Name:withAnyId'],
    ClusterOfTopic: ['ClusterArn:afterSlash'],
    TopicName: ['TopicName'],
  },
};
