// AWS::IAM::OIDCProvider

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagList, text, texts } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const made = (Arn: string): Created => ({ physicalId: Arn, attributes: { Arn } });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { OpenIDConnectProviderArn } = await ctx.call('iam', 'CreateOpenIDConnectProvider', {
      Url: text(properties.Url)!,
      ClientIDList: texts(properties.ClientIdList),
      ThumbprintList: texts(properties.ThumbprintList),
      Tags: tagList(properties.Tags),
    });
    return made(OpenIDConnectProviderArn!);
  },
  async update(arn, properties, previous, ctx) {
    const OpenIDConnectProviderArn = arn;
    const [clients, before] = [texts(properties.ClientIdList), texts(previous.ClientIdList)];
    // Keep the order of the template: remove everything after the first difference and add it again.
    const same = clients.findIndex((client, index) => client !== before[index]);
    const kept = same < 0 ? clients.length : same;
    for (const ClientID of before.slice(kept))
      await ctx.call('iam', 'RemoveClientIDFromOpenIDConnectProvider', { OpenIDConnectProviderArn, ClientID });
    for (const ClientID of clients.slice(kept))
      await ctx.call('iam', 'AddClientIDToOpenIDConnectProvider', { OpenIDConnectProviderArn, ClientID });
    const ThumbprintList = texts(properties.ThumbprintList);
    if (ThumbprintList.join() !== texts(previous.ThumbprintList).join())
      await ctx.call('iam', 'UpdateOpenIDConnectProviderThumbprint', { OpenIDConnectProviderArn, ThumbprintList });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('iam', 'UntagOpenIDConnectProvider', { OpenIDConnectProviderArn, TagKeys: remove });
    if (put.length > 0) await ctx.call('iam', 'TagOpenIDConnectProvider', { OpenIDConnectProviderArn, Tags: put });
    return made(arn);
  },
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, ctx.call('iam', 'DeleteOpenIDConnectProvider', { OpenIDConnectProviderArn: arn }));
  },
  async read(arn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn }));
    if (!found) return undefined;
    const { Url = '', ClientIDList = [], ThumbprintList = [], Tags = [] } = found;
    const scheme = text(properties.Url)?.startsWith('https://') !== false && !Url.startsWith('https://') ? 'https://' : '';
    return {
      Url: `${scheme}${Url}`,
      ClientIdList: [...ClientIDList],
      ThumbprintList: [...ThumbprintList],
      Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
  },
  async list(_filter, _token, ctx) {
    const { OpenIDConnectProviderList = [] } = await ctx.call('iam', 'ListOpenIDConnectProviders', {});
    return { items: OpenIDConnectProviderList.map(({ Arn }) => ({ Arn: Arn! })) };
  },
  async adopt(identifier, _properties, ctx) {
    const OpenIDConnectProviderArn = text(identifier.Arn) ?? '';
    await ctx.call('iam', 'GetOpenIDConnectProvider', { OpenIDConnectProviderArn });
    return made(OpenIDConnectProviderArn);
  },
};
