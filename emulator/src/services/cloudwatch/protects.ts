// Alarms and dashboards, as calls are judged: their tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tags } from './state.ts';

export const protects: Protects = { find: (arn, ctx) => ctx.records(tags).get([arn]) };
