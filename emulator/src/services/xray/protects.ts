// Groups and sampling rules, as calls are judged: their tags. Calls that name a group do not tell the end of its ARN.
import type { Protects } from '#core/authorization/protected-resource';
import { parseArn } from '#lib/arn';
import { groupArn } from './arns.ts';
import { groups, tags } from './state.ts';

export const protects: Protects = {
  find: (given, ctx) => {
    const [kind, name = ''] = parseArn(given)?.resource.split('/') ?? [];
    const group = kind === 'group' ? ctx.records(groups).get([name]) : undefined;
    const arn = group ? groupArn(group, ctx) : given;
    const kept = ctx.records(tags).get([arn]);
    return group || kept ? { arn, tags: kept?.tags } : undefined;
  },
};
