// The links of pipes: their sources, enrichments and targets.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { pipeArn } from './arns.ts';
import { pipes } from './state.ts';

export const links = resourceLinks([pipes], function* (ctx) {
  for (const { name, source, enrichment, target, sourceParameters } of ctx.records(pipes).range()) {
    const pipe = pipeArn(ctx, name);
    yield { from: source, to: pipe, by: 'source' };
    yield* linksTo(pipe, 'enrichment', enrichment);
    yield { from: pipe, to: target, by: 'target' };
    const { DynamoDBStreamParameters: table, KinesisStreamParameters: stream } = sourceParameters;
    yield* linksTo(pipe, 'dead letters', table?.DeadLetterConfig?.Arn, stream?.DeadLetterConfig?.Arn);
  }
});
