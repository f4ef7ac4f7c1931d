// CreateVpcLink, GetVpcLink, GetVpcLinks, UpdateVpcLink, DeleteVpcLink: records. Integrations behind a link reach their URL directly.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { operation, type VpcLink as ShownLink } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, noSuch } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { type VpcLink, vpcLinks } from '#services/apigateway/rest-state';

const shown = ({ tags, ...link }: Frozen<VpcLink>): ShownLink => ({
  ...link,
  status: 'AVAILABLE',
  statusMessage: 'Your vpc link is ready for use',
  tags: Object.keys(tags).length > 0 ? tags : undefined,
});

function find(id: string, ctx: Ctx): Frozen<VpcLink> {
  const link = ctx.records(vpcLinks).get([id]);
  if (!link) throw noSuch('Vpc Link');
  return link;
}

export const CreateVpcLink = operation('CreateVpcLink', ({ name, description, targetArns, tags }, ctx) => {
  if (name === '') throw bad('Name cannot be empty');
  const malformed = targetArns.find((arn) => parseArn(arn) === undefined);
  if (malformed !== undefined) throw bad(`Invalid ARN. ARN is not well formed ${malformed}`);
  const link: VpcLink = { id: newId(ctx, 6), name, description, targetArns, tags: REST_TAGS.ofNew(tags, ctx) };
  ctx.write((tx) => tx.put(ctx.records(vpcLinks), [link.id], link));
  return shown(link);
});

export const GetVpcLink = operation('GetVpcLink', ({ vpcLinkId }, ctx) => shown(find(vpcLinkId, ctx)));

export const GetVpcLinks = operation('GetVpcLinks', (page, ctx) => listed(ctx.records(vpcLinks), [], page, shown));

const PATHS: readonly PatchPath<VpcLink>[] = [text('/name'), text('/description')];

export const UpdateVpcLink = operation('UpdateVpcLink', ({ vpcLinkId, patchOperations }, ctx) => {
  const link = patched<VpcLink>(find(vpcLinkId, ctx), patchOperations, PATHS, 'listed');
  ctx.write((tx) => tx.put(ctx.records(vpcLinks), [vpcLinkId], link));
  return shown(link);
});

export const DeleteVpcLink = operation('DeleteVpcLink', ({ vpcLinkId }, ctx) => {
  find(vpcLinkId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(vpcLinks), [vpcLinkId]));
});
