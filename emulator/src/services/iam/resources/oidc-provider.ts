// AWS::IAM::OIDCProvider
import { crudType } from '#core/resources/crud-type';
import { tagList, text, texts } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

/** Brings the client ids into the order of the template: removes all ids after the first difference and adds the template's. */
async function changeClients(OpenIDConnectProviderArn: string, clients: string[], before: string[], ctx: ResourceContext): Promise<void> {
  const same = clients.findIndex((client, index) => client !== before[index]);
  const kept = same < 0 ? clients.length : same;
  for (const ClientID of before.slice(kept))
    await ctx.call('iam', 'RemoveClientIDFromOpenIDConnectProvider', { OpenIDConnectProviderArn, ClientID });
  for (const ClientID of clients.slice(kept))
    await ctx.call('iam', 'AddClientIDToOpenIDConnectProvider', { OpenIDConnectProviderArn, ClientID });
}

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: GONE,
  properties: { Url: requiredText, ClientIdList: texts, ThumbprintList: texts },
  create: (_name, { ClientIdList: ClientIDList, ...given }, { Tags }, ctx) =>
    ctx.call('iam', 'CreateOpenIDConnectProvider', { ...given, ClientIDList, Tags: tagList(Tags) }),
  idOf: ({ OpenIDConnectProviderArn }) => OpenIDConnectProviderArn!,
  async update(OpenIDConnectProviderArn, { ClientIdList, ThumbprintList }, { previous }, ctx) {
    await changeClients(OpenIDConnectProviderArn, ClientIdList, texts(previous.ClientIdList), ctx);
    if (ThumbprintList.join() !== texts(previous.ThumbprintList).join())
      await ctx.call('iam', 'UpdateOpenIDConnectProviderThumbprint', { OpenIDConnectProviderArn, ThumbprintList });
  },
  delete: (OpenIDConnectProviderArn, _properties, ctx) => ctx.call('iam', 'DeleteOpenIDConnectProvider', { OpenIDConnectProviderArn }),
  find: (OpenIDConnectProviderArn, _properties, ctx) => ctx.call('iam', 'GetOpenIDConnectProvider', { OpenIDConnectProviderArn }),
  tags: {
    told: ({ Tags }) => Tags,
    put: (OpenIDConnectProviderArn, Tags, _found, ctx) => ctx.call('iam', 'TagOpenIDConnectProvider', { OpenIDConnectProviderArn, Tags }),
    remove: (OpenIDConnectProviderArn, TagKeys, _found, ctx) =>
      ctx.call('iam', 'UntagOpenIDConnectProvider', { OpenIDConnectProviderArn, TagKeys }),
  },
  shown({ Url = '', ClientIDList: ClientIdList = [], ThumbprintList = [] }, given) {
    const scheme = text(given.Url)?.startsWith('https://') !== false && !Url.startsWith('https://') ? 'https://' : '';
    return { Url: `${scheme}${Url}`, ClientIdList, ThumbprintList };
  },
  list: (_token, _filter, ctx) => ctx.call('iam', 'ListOpenIDConnectProviders', {}),
  listed: ({ OpenIDConnectProviderList }) => OpenIDConnectProviderList?.map(({ Arn }) => Arn),
});
