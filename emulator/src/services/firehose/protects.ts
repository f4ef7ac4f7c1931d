// Delivery streams, as calls are judged: their tags.
import { protectedByTags } from '#core/authorization/protected-by-tags';
import { tagRecord } from '#core/tags';
import { streams } from './state.ts';

export const protects = protectedByTags(streams, /:deliverystream\/(.+)$/, ({ tags }) => tagRecord(tags));
