// The parameter store also answers the query protocol, which integrations of APIs speak (localstack/localstack,
// tests/aws/services/apigateway/test_apigateway_ssm.py, 2024-07).
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  also: ['awsQuery'],
  xmlNamespace: 'http://ssm.amazonaws.com/doc/2014-11-06/',
};
