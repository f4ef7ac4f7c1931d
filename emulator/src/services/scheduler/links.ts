// The links of schedules: their targets.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { readObject } from '#lib/json-object';
import { scheduleArn } from './arns.ts';
import { schedules } from './state.ts';
import { isApiActionArn, parseApiAction } from './targets/api-action.ts';

/** Schedules that are read: there may be a great many. */
const READ = 1000;

export const links = resourceLinks([schedules], function* (ctx) {
  for (const { group, name, target } of ctx.records(schedules).range([], { limit: READ })) {
    const from = scheduleArn(ctx, group, name);
    const called = isApiActionArn(target.Arn) && {
      service: parseApiAction(target.Arn).service,
      parameters: readObject(target.Input ?? '') ?? {},
    };
    yield { from, to: called || target.Arn, by: 'target' };
    yield* linksTo(from, 'dead letters', target.DeadLetterConfig?.Arn);
  }
});
