// Parameters, as calls are judged: their tags. Their policies share them with other accounts, which is not emulated.
import type { Protects } from '#core/authorization/protected-resource';
import { parameters } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = /:parameter\/(.+)$/.exec(arn)?.[1];
    const found = name === undefined ? undefined : (ctx.records(parameters).get([`/${name}`]) ?? ctx.records(parameters).get([name]));
    return found && { tags: Object.fromEntries(found.tags.map(({ Key, Value }) => [Key, Value])) };
  },
};
