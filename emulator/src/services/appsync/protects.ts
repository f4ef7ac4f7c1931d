// APIs, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { apis, channelNamespaces, domainNames, eventApis } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const domain = /:domainnames\/([^/]+)$/.exec(arn)?.[1];
    if (domain !== undefined) return ctx.records(domainNames).get([domain]);
    const [, id, namespace] = /:apis\/([^/]+)(?:\/channelNamespace\/([^/]+))?/.exec(arn) ?? [];
    if (id === undefined) return undefined;
    const found =
      namespace === undefined
        ? (ctx.records(apis).get([id]) ?? ctx.records(eventApis).get([id]))
        : ctx.records(channelNamespaces).get([id, namespace]);
    return found && { tags: found.tags };
  },
};
