// The links of GraphQL and Event APIs: what their data sources lead to.

import type { Frozen } from '#core/records';
import { type LinkEnd, resourceLinks } from '#core/traces/map/resource-links';
import { formatArn } from '#lib/arn';
import { type DataSource, dataSources } from './state.ts';

function endOf({ lambdaConfig, dynamodbConfig, eventBridgeConfig, httpConfig }: Frozen<DataSource>): LinkEnd | undefined {
  if (dynamodbConfig) return { service: 'dynamodb', parameters: { TableName: dynamodbConfig.tableName } };
  return lambdaConfig?.lambdaFunctionArn ?? eventBridgeConfig?.eventBusArn ?? httpConfig?.endpoint;
}

export const links = resourceLinks([dataSources], function* ({ account, region, records }) {
  for (const [[api], source] of records(dataSources).entries()) {
    const to = endOf(source);
    if (to !== undefined)
      yield { from: formatArn({ service: 'appsync', account, region, resource: `apis/${api}` }), to, by: 'data source' };
  }
});
