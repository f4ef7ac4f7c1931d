// The links of user pools: the functions of their triggers.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { pools } from './state.ts';

export const links = resourceLinks([pools], function* ({ records }) {
  for (const { arn, settings } of records(pools).range()) {
    for (const configured of Object.values(settings.LambdaConfig ?? {}) as (string | { readonly LambdaArn?: string })[]) {
      const to = typeof configured === 'string' ? configured : configured.LambdaArn;
      if (to?.includes(':lambda:')) yield* linksTo(arn, 'trigger', to);
    }
  }
});
