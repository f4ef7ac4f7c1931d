// VPC links: records only, because nothing here is in a network of its own. Integrations by a link are reached directly.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type VpcLink as ShownLink } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { integrations, type VpcLink, vpcLinks } from '#services/apigateway/http-state';
import { bad, noSuch } from './faults.ts';
import { listed } from './pages.ts';
import { HTTP_TAGS } from './tag-rules.ts';

const ID_LENGTH = 6;

const shown = (link: Frozen<VpcLink>): ShownLink => ({
  CreatedDate: new Date(link.createdMs),
  Name: link.name,
  SecurityGroupIds: [...link.securityGroupIds],
  SubnetIds: [...link.subnetIds],
  Tags: { ...link.tags },
  VpcLinkId: link.id,
  VpcLinkStatus: 'AVAILABLE',
  VpcLinkStatusMessage: 'VPC link is ready to route traffic',
  VpcLinkVersion: 'V2',
});

function findLink(id: string, ctx: Ctx): Frozen<VpcLink> {
  const found = ctx.records(vpcLinks).get([id]);
  if (!found) throw noSuch('VpcLink', id);
  return found;
}

export const CreateVpcLink = operation('CreateVpcLink', ({ Name, SubnetIds, SecurityGroupIds = [], Tags }, ctx) => {
  if (SubnetIds.length === 0) throw bad('SubnetIds must have at least one entry');
  const id = newId(ctx, ID_LENGTH);
  const link = {
    id,
    name: Name,
    subnetIds: SubnetIds,
    securityGroupIds: SecurityGroupIds,
    tags: HTTP_TAGS.ofNew(Tags, ctx),
    createdMs: ctx.now(),
  };
  ctx.write((tx) => tx.put(ctx.records(vpcLinks), [id], link));
  return shown(link);
});

export const GetVpcLink = operation('GetVpcLink', ({ VpcLinkId }, ctx) => shown(findLink(VpcLinkId, ctx)));

export const GetVpcLinks = operation('GetVpcLinks', (input, ctx) =>
  listed(ctx.records(vpcLinks), [], input, (link) => shown(link) as never),
);

export const UpdateVpcLink = operation('UpdateVpcLink', ({ VpcLinkId, Name }, ctx) => {
  const before = findLink(VpcLinkId, ctx);
  const after = { ...before, name: Name ?? before.name };
  ctx.write((tx) => tx.put(ctx.records(vpcLinks), [VpcLinkId], after));
  return shown(after);
});

export const DeleteVpcLink = operation('DeleteVpcLink', ({ VpcLinkId }, ctx) => {
  findLink(VpcLinkId, ctx);
  if (
    ctx
      .records(integrations)
      .range([])
      .some(({ ConnectionId }) => ConnectionId === VpcLinkId)
  )
    throw bad(`VPC link ${VpcLinkId} is used by an integration`);
  ctx.write((tx) => tx.delete(ctx.records(vpcLinks), [VpcLinkId]));
});
