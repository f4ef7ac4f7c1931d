// GraphQL and Event APIs: ARNs of channel namespaces and domain names have tags, too, which the published constraint leaves out.
// https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/appsync/channel_namespace.go (2026-11: tags by its ARN)
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  ownChecks: ['TagResourceRequest.resourceArn', 'UntagResourceRequest.resourceArn', 'ListTagsForResourceRequest.resourceArn'],
};
