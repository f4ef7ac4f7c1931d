// AWS::Cognito::IdentityPoolRoleAttachment
import type { Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, object, text } from '#core/resources/resource-properties';
import { asValue, each, must, readAs, requiredText, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];

const rule = must(shape({ Claim: requiredText, MatchType: requiredText, Value: requiredText, RoleARN: requiredText }));
const mapping = must(
  shape({
    Type: requiredText,
    AmbiguousRoleResolution: text,
    RulesConfiguration: shape({ Rules: must(each(rule)) }),
    IdentityProvider: text,
  }),
);

/** Mappings have the provider for their key, or for a member, where the key is only a name. */
function mappingsOf(value: Value | undefined): Record<string, object> | undefined {
  if (value === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(object(value)).map(([key, each]) => {
      const { IdentityProvider, ...rest } = mapping(each);
      return [IdentityProvider ?? key, rest];
    }),
  );
}

async function put(properties: Properties, ctx: ResourceContext): Promise<string> {
  const IdentityPoolId = text(properties['IdentityPoolId'])!;
  const Roles = (textMap(properties['Roles']) ?? {}) as Record<string, string>;
  await ctx.call('cognito-identity', 'SetIdentityPoolRoles', {
    IdentityPoolId,
    Roles,
    RoleMappings: mappingsOf(properties['RoleMappings']) as never,
  });
  return IdentityPoolId;
}

const made = (id: string) => ({ physicalId: id, attributes: { Id: id } });

const find = (IdentityPoolId: string, ctx: ResourceContext) =>
  ignoring(GONE, ctx.call('cognito-identity', 'GetIdentityPoolRoles', { IdentityPoolId }));

export const resource: ResourceType = {
  create: async (properties, ctx) => made(await put(properties, ctx)),
  async update(_id, properties, _previous, ctx) {
    return made(await put(properties, ctx));
  },
  async delete(IdentityPoolId, _properties, ctx) {
    await ignoring(GONE, ctx.call('cognito-identity', 'SetIdentityPoolRoles', { IdentityPoolId, Roles: {} }));
  },
  async read(id, properties, ctx) {
    const found = await find(id, ctx);
    if (!found || (!found.Roles && !found.RoleMappings)) return undefined;
    const given = properties['RoleMappings'];
    const isSame = JSON.stringify(mappingsOf(given)) === JSON.stringify(found.RoleMappings);
    return readAs({ Id: id, IdentityPoolId: id, Roles: found.Roles, RoleMappings: isSame ? given : asValue(found.RoleMappings) });
  },
  async adopt(identifier, _properties, ctx) {
    const id = text(identifier['Id']) ?? '';
    const found = await find(id, ctx);
    if (!found?.Roles && !found?.RoleMappings) throw new Error(`${ctx.typeName} with identifier ${id} does not exist.`);
    return made(id);
  },
};
