// Identity pools, as calls are judged: their tags.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { identityPools } from './state.ts';

export const protects = protectedByTags(identityPools, /:identitypool\/(.+)$/, ({ tags }) => tags);
