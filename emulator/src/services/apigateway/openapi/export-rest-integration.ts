// The integration of a method in an exported document: `x-amazon-apigateway-integration`. Pure.
import type { Frozen } from '#core/records';
import type { Integration } from '#model/apigateway';

const DEFAULT_TIMEOUT_MS = 29_000;
const ANY = 'x-amazon-apigateway-any-method';

export function exportedIntegration(integration: Frozen<Integration>): object {
  const { type = '', httpMethod, integrationResponses = {}, passthroughBehavior, cacheKeyParameters = [], ...settings } = integration;
  const responses = Object.values(integrationResponses).map(({ selectionPattern, ...response }) => [
    selectionPattern || 'default',
    response,
  ]);
  const { cacheNamespace, responseTransferMode, connectionType, timeoutInMillis, ...others } = settings;
  return {
    type: type.toLowerCase(),
    httpMethod: httpMethod === 'ANY' ? ANY : httpMethod,
    ...others,
    // The default is not told (recorded in May 2025)
    timeoutInMillis: timeoutInMillis === DEFAULT_TIMEOUT_MS ? undefined : timeoutInMillis,
    connectionType: connectionType === 'INTERNET' ? undefined : connectionType,
    responseTransferMode: responseTransferMode === 'STREAM' ? responseTransferMode : undefined,
    cacheNamespace: cacheKeyParameters.length > 0 ? cacheNamespace : undefined,
    cacheKeyParameters: cacheKeyParameters.length > 0 ? cacheKeyParameters : undefined,
    passthroughBehavior: passthroughBehavior?.toLowerCase(),
    responses: responses.length > 0 ? Object.fromEntries(responses) : undefined,
  };
}
