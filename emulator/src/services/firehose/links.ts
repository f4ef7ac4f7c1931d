// The links of delivery streams: the data streams that they read, and where they deliver.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { streamArn } from './arns.ts';
import { streams } from './state.ts';

export const links = resourceLinks([streams], function* (ctx) {
  for (const { name, source, destination } of ctx.records(streams).range()) {
    const stream = streamArn(ctx, name);
    if (source) yield { from: source.arn, to: stream, by: 'source' };
    const { settings } = destination;
    if (destination.kind === 'bucket') {
      yield* linksTo(stream, 'destination', destination.settings.BucketARN);
      yield* linksTo(stream, 'backup', destination.settings.S3Backup?.BucketARN);
    } else {
      yield* linksTo(stream, 'destination', destination.settings.Url);
      yield* linksTo(stream, 'backup', destination.settings.S3.BucketARN);
    }
    for (const { Type, Parameters = [] } of settings.ProcessingConfiguration.Processors ?? []) {
      if (Type !== 'Lambda') continue;
      yield* linksTo(stream, 'transformation', Parameters.find(({ ParameterName }) => ParameterName === 'LambdaArn')?.ParameterValue);
    }
  }
});
