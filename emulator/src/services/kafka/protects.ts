// Clusters, as calls are judged: their tags.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { clusters } from './state.ts';

export const protects = protectedByTags(clusters, /^(.+:cluster\/.+)$/, ({ tags }) => tags);
