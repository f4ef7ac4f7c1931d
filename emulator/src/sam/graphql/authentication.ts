// `Auth` of a GraphQL API: the default authentication and additional ones.
import { table } from '#lib/table';
import { connector } from '#sam/connectors/connector';
import { invalidResource } from '#sam/problems';
import type { MadeResource } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, type Draft, get, getAtt, isBlock, ref, type Value } from '#sam/values';

const CONFIGURATIONS: Readonly<Record<string, { from: string; to: string }>> = table({
  AWS_LAMBDA: { from: 'LambdaAuthorizer', to: 'LambdaAuthorizerConfig' },
  OPENID_CONNECT: { from: 'OpenIDConnect', to: 'OpenIDConnectConfig' },
  AMAZON_COGNITO_USER_POOLS: { from: 'UserPool', to: 'UserPoolConfig' },
});

/** The properties of the API, and the permissions to invoke functions that authorize. */
export function authentication(id: string, auth: Block, there: Transformation): { properties: Draft; resources: MadeResource[] } {
  const { Additional: additional, ...standard } = auth;
  const functions: Value[] = [];
  const configuration = (entry: Value, index?: number): Block => {
    const [name, value] = configurationOf(id, entry as Block, index) ?? [];
    if (name === undefined) return {};
    if (name === 'LambdaAuthorizerConfig') functions.push(value!.AuthorizerUri!);
    return { [name]: value! };
  };
  const properties: Draft = { AuthenticationType: get(auth, 'Type'), ...configuration(standard) };
  if (Array.isArray(additional) && additional.length > 0)
    properties.AdditionalAuthenticationProviders = additional.map((each, index) => ({
      AuthenticationType: get(each, 'Type')!,
      ...configuration(each, index),
    }));
  const resources = functions.flatMap((arn, index) => {
    const source = { Type: 'AWS::AppSync::GraphQLApi', Arn: ref(id), ResourceId: getAtt(id, 'ApiId') };
    const destination = { Type: 'AWS::Lambda::Function', Arn: arn };
    const declared = { Properties: { Source: source, Destination: destination, Permissions: ['Write'] } };
    return connector(`${id}ToLambdaAuthConnector${index + 1}`, declared, there);
  });
  return { properties, resources };
}

function configurationOf(id: string, entry: Block, index: number | undefined): [name: string, value: Block] | undefined {
  const path = index ? `Auth.Additional.${index}` : 'Auth';
  if (Object.keys(entry).filter((name) => get(entry, name) !== undefined).length > 2)
    throw invalidResource(id, `'${path}' has more than one authentication configuration defined.`);
  const type = String(get(entry, 'Type'));
  if (!Object.hasOwn(CONFIGURATIONS, type)) return undefined;
  const { from, to } = CONFIGURATIONS[type]!;
  const value = get(entry, from);
  if (!isBlock(value)) throw invalidResource(id, `'${from}' must be defined if type is '${type}'.`);
  const kept = Object.entries(value).filter(
    ([name, item]) => item !== null && !(index !== undefined && from === 'UserPool' && name === 'DefaultAction'),
  );
  return [to, Object.fromEntries(kept)];
}
