// Log groups and their streams, as calls are judged: the tags of the group.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { tagRecord } from '#core/tags';
import { groups } from './state.ts';

export const protects = protectedByTags(groups, /:log-group:([^:*]+)/, ({ tags }) => tagRecord(tags));
