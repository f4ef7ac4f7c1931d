// User pools, as calls are judged: their tags.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { pools } from './state.ts';

export const protects = protectedByTags(pools, /:userpool\/(.+)$/, ({ tags }) => tags);
