// AWS::Lambda::LayerVersionPermission: one statement of a layer's policy. A change replaces it.
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { statementsIn } from '#services/lambda/permissions/statement';

const MAX_ID_LENGTH = 100;

interface PermissionKey {
  readonly LayerName: string;
  readonly VersionNumber: number;
  readonly StatementId: string;
}
/** The physical id is the ARN of the layer's version and the statement's id: `arn…:layer:name:1#id`. */
function permissionKey(id: string): PermissionKey {
  const [arn = '', StatementId = ''] = id.split('#');
  const [, LayerName = '', version = ''] = /^(.+):(\d+)$/.exec(arn) ?? [];
  return { LayerName, VersionNumber: Number(version), StatementId };
}

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['ResourceNotFoundException'],
  properties: { Action: requiredText, Principal: requiredText, OrganizationId: text },
  async create(_name, given, { LayerVersionArn }, ctx) {
    const id = `${text(LayerVersionArn)}#${ctx.physicalName(MAX_ID_LENGTH)}`;
    await ctx.call('lambda', 'AddLayerVersionPermission', { ...permissionKey(id), ...given });
    return id;
  },
  idOf: (id) => id,
  delete: (id, _properties, ctx) => ctx.call('lambda', 'RemoveLayerVersionPermission', permissionKey(id)),
  async find(id, _properties, ctx) {
    const { StatementId, ...version } = permissionKey(id);
    const { Policy } = await ctx.call('lambda', 'GetLayerVersionPolicy', version);
    return statementsIn(Policy).find(({ Sid }) => Sid === StatementId);
  },
  shown({ Principal, Condition }, _given, id) {
    const account = typeof Principal === 'string' ? Principal : 'AWS' in Principal ? Principal.AWS : Principal.Service;
    return {
      LayerVersionArn: id.split('#')[0],
      Principal: /^arn:[^:]+:iam::(\d{12}):root$/.exec(account)?.[1] ?? account,
      OrganizationId: Condition?.StringEquals?.['aws:PrincipalOrgID'],
    };
  },
});
