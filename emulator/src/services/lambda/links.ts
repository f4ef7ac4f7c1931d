// The links of functions: the sources that feed them, and where their outcomes and lost events go.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { functionArn } from './lookup/function-name.ts';
import { knownSource, mappings } from './mappings/mapping-record.ts';
import { eventConfigs, versions } from './state.ts';

export const links = resourceLinks([mappings, versions, eventConfigs], function* (ctx) {
  for (const mapping of ctx.records(mappings).range()) {
    const to = functionArn(ctx, mapping.functionName);
    yield { from: knownSource(mapping), to, by: 'event source' };
    yield* linksTo(to, 'failed batches', mapping.log?.onFailure);
  }
  for (const [[name], { onSuccess, onFailure }] of ctx.records(eventConfigs).entries()) {
    yield* linksTo(functionArn(ctx, name), 'on success', onSuccess);
    yield* linksTo(functionArn(ctx, name), 'on failure', onFailure);
  }
  for (const [[name], { settings }] of ctx.records(versions).entries())
    yield* linksTo(functionArn(ctx, name), 'dead letters', settings.deadLetterArn);
});
