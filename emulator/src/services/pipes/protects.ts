// Pipes, as calls are judged: their tags.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { pipes } from './state.ts';

export const protects = protectedByTags(pipes, /:pipe\/(.+)$/, ({ tags }) => tags);
