// Asks the cluster what these credentials may do. Everybody may ask about oneself, without a role:
// https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/

import { type Cluster, POD_VERBS } from './cluster.ts';
import { inside } from './cluster-client.ts';

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/** Lists the verbs that functions need and the cluster does not allow: `create pods`. @throws EmulatorError where the cluster gives no answer */
export async function deniedVerbs(cluster: Cluster): Promise<string[]> {
  const { client, namespace } = cluster;
  const denied: string[] = [];
  for (const needed of POD_VERBS) {
    const [verb = '', path = ''] = needed.split(' ');
    const [resource, subresource] = path.split('/');
    const body = {
      ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' },
      spec: { resourceAttributes: { namespace, verb, group: '', resource, ...(subresource && { subresource }) } },
    };
    const review = await client.call({ method: 'POST', path: REVIEWS, body }).catch((error: unknown) => {
      throw cluster.explain(error);
    });
    if (inside(review, 'status')['allowed'] !== true) denied.push(needed);
  }
  return denied;
}
