// CreateDomainNameAccessAssociation, GetDomainNameAccessAssociations, DeleteDomainNameAccessAssociation, RejectDomainNameAccessAssociation: which
// endpoints of private networks may call a private domain name. Records: there are no private networks here.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import { type DomainNameAccessAssociation, operation } from '#model/apigateway';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { accessAssociations, domainFacts } from '#services/apigateway/rest-state';

const DOMAIN_ARN = /^arn:[^:]+:apigateway:[^:]+:\d*:\/domainnames\/([^+]+)\+(\w+)$/;

export const CreateDomainNameAccessAssociation = operation('CreateDomainNameAccessAssociation', (input, ctx) => {
  const { domainNameArn, accessAssociationSource, accessAssociationSourceType, tags } = input;
  const [, name = '', id] = DOMAIN_ARN.exec(domainNameArn) ?? [];
  if (id === undefined || ctx.records(domainFacts).get([name])?.domainNameId !== id)
    throw notFound('Invalid domain name identifier specified');
  if (accessAssociationSourceType !== 'VPCE') throw bad('Invalid access association source type specified. Must be VPCE');
  const arn = `arn:${partitionOf(ctx.region)}:apigateway:${ctx.region}:${ctx.account}:/domainnameaccessassociations/domainname/${name}+${id}/vpcesource/${accessAssociationSource}`;
  if (ctx.records(accessAssociations).has([arn])) throw conflict('The access association already exists');
  const made = { domainNameAccessAssociationArn: arn, domainNameArn, accessAssociationSource, accessAssociationSourceType, tags };
  ctx.write((tx) => tx.put(ctx.records(accessAssociations), [arn], made));
  return made;
});

export const GetDomainNameAccessAssociations = operation('GetDomainNameAccessAssociations', ({ resourceOwner, ...page }, ctx) => {
  if (resourceOwner === 'OTHER_ACCOUNTS') return { items: [] };
  return listed(ctx.records(accessAssociations), [], page, (association) => association);
});

function find(arn: string, ctx: Ctx): Frozen<DomainNameAccessAssociation> {
  const association = ctx.records(accessAssociations).get([arn]);
  if (!association) throw notFound('Invalid domain name access association identifier specified');
  return association;
}

export const DeleteDomainNameAccessAssociation = operation(
  'DeleteDomainNameAccessAssociation',
  ({ domainNameAccessAssociationArn: arn }, ctx) => {
    find(arn, ctx);
    ctx.write((tx) => tx.delete(ctx.records(accessAssociations), [arn]));
  },
);

/** The owner of the domain ends an association; here both sides are one account. */
export const RejectDomainNameAccessAssociation = operation('RejectDomainNameAccessAssociation', (input, ctx) => {
  const { domainNameAccessAssociationArn: arn, domainNameArn } = input;
  if (find(arn, ctx).domainNameArn !== domainNameArn) throw notFound('Invalid domain name access association identifier specified');
  ctx.write((tx) => tx.delete(ctx.records(accessAssociations), [arn]));
});
