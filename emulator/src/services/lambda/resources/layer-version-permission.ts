// AWS::Lambda::LayerVersionPermission: one statement of a layer's policy. A change replaces it.

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { type Statement, statementsIn } from '#services/lambda/permissions/statement';

const GONE = ['ResourceNotFoundException'];
const MAX_ID_LENGTH = 100;
const made = (Id: string): Created => ({ physicalId: Id, attributes: { Id } });

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

async function find(id: string, ctx: ResourceContext): Promise<Statement | undefined> {
  const { StatementId, ...version } = permissionKey(id);
  const found = await ignoring(GONE, ctx.call('lambda', 'GetLayerVersionPolicy', version));
  return statementsIn(found?.Policy).find(({ Sid }) => Sid === StatementId);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const id = `${text(properties.LayerVersionArn)}#${ctx.physicalName(MAX_ID_LENGTH)}`;
    await ctx.call('lambda', 'AddLayerVersionPermission', {
      ...permissionKey(id),
      Action: text(properties.Action)!,
      Principal: text(properties.Principal)!,
      OrganizationId: text(properties.OrganizationId),
    });
    return made(id);
  },
  async delete(id, _properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'RemoveLayerVersionPermission', permissionKey(id)));
  },
  async read(id, _properties, ctx) {
    const statement = await find(id, ctx);
    if (!statement) return undefined;
    const { Action, Principal, Condition } = statement;
    const [arn] = id.split('#');
    const account = typeof Principal === 'string' ? Principal : 'AWS' in Principal ? Principal.AWS : Principal.Service;
    return readAs({
      LayerVersionArn: arn,
      Action,
      Principal: /^arn:[^:]+:iam::(\d{12}):root$/.exec(account)?.[1] ?? account,
      OrganizationId: Condition?.StringEquals?.['aws:PrincipalOrgID'],
    });
  },
  async adopt(identifier, _properties, ctx) {
    const id = text(identifier.Id) ?? '';
    if (!(await find(id, ctx))) throw new Error(`There is no statement ${id}.`);
    return made(id);
  },
};
