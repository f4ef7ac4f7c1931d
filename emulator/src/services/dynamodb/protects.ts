// Tables, as calls are judged: their policies and tags, and what of items conditions compare.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { conditionKey } from './condition-keys.ts';
import { tables } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = /:table\/([^/]+)/.exec(arn)?.[1];
    const table = name === undefined ? undefined : ctx.records(tables).get([name]);
    return table && { policy: table.policy?.text, tags: tagRecord(table.tags) };
  },
  valuesOf: conditionKey,
};
