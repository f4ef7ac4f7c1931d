// AWS::Cognito::IdentityPoolPrincipalTag
import type { Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, object, text } from '#core/resources/resource-properties';
import { readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];

const named = ({ IdentityPoolId, IdentityProviderName }: Properties) => ({
  IdentityPoolId: text(IdentityPoolId)!,
  IdentityProviderName: text(IdentityProviderName)!,
});

const tagsOf = (value: Value | undefined) => textMap(value === undefined ? undefined : object(value)) as Record<string, string> | undefined;

async function put(properties: Properties, ctx: ResourceContext) {
  const { UseDefaults, PrincipalTags } = properties;
  await ctx.call('cognito-identity', 'SetPrincipalTagAttributeMap', {
    ...named(properties),
    UseDefaults: flag(UseDefaults),
    PrincipalTags: tagsOf(PrincipalTags),
  });
  return made(properties);
}

const made = (properties: Properties) => ({ physicalId: Object.values(named(properties)).join('|'), attributes: {} });

export const resource: ResourceType = {
  create: put,
  update: (_id, properties, _previous, ctx) => put(properties, ctx),
  async delete(_id, properties, ctx) {
    await ignoring(
      GONE,
      ctx.call('cognito-identity', 'SetPrincipalTagAttributeMap', { ...named(properties), UseDefaults: false, PrincipalTags: {} }),
    );
  },
  async read(_id, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('cognito-identity', 'GetPrincipalTagAttributeMap', named(properties)));
    const { UseDefaults = false, PrincipalTags = {} } = found ?? {};
    if (!UseDefaults && Object.keys(PrincipalTags).length === 0) return undefined;
    return readAs({
      ...named(properties),
      UseDefaults,
      PrincipalTags: UseDefaults && properties['PrincipalTags'] === undefined ? undefined : PrincipalTags,
    });
  },
  adopt: async (identifier, properties) => made({ ...properties, ...identifier }),
};
