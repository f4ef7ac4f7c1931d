// Lists of resources that cannot be created here: they are always empty. The operations that create such a resource are refused by name.
import { fault, operation } from '#model/logs';

export const ListAnomalies = operation('ListAnomalies', () => ({ anomalies: [] }));
export const ListSourcesForS3TableIntegration = operation('ListSourcesForS3TableIntegration', ({ integrationArn }) => {
  throw fault('ResourceNotFoundException', `Integration ${integrationArn} does not exist.`);
});
/** Always empty: summaries are by data source, and log groups here have none. */
export const ListAggregateLogGroupSummaries = operation('ListAggregateLogGroupSummaries', () => ({ aggregateLogGroupSummaries: [] }));
