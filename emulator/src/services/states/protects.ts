// State machines, their executions, and activities, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { parseStatesArn } from './arns.ts';
import { activities, machines } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const { kind, names } = parseStatesArn(arn) ?? { names: [] };
    const found = ctx.records(kind === 'activity' ? activities : machines).get([names[0] ?? '']);
    return found && { tags: tagRecord(found.tags) };
  },
};
