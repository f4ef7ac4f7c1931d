// The settings of an API, checked: who may call it, and what is not emulated.
import { parseArn } from '#lib/arn';
import { bad } from '#services/appsync/faults';
import type { ApiSettings } from '#services/appsync/state';

type Provider = Pick<ApiSettings, 'openIDConnectConfig' | 'userPoolConfig' | 'lambdaAuthorizerConfig'> & {
  readonly authenticationType?: string | undefined;
};

/** Limit: additional ways of authorization of a GraphQL API. */
const MAX_PROVIDERS = 50;
/** Ways of authorization that an API can have only once. */
const SINGLE = new Set(['API_KEY', 'AWS_IAM', 'AWS_LAMBDA']);

/** @throws Fault BadRequestException */
export function checkSettings(settings: ApiSettings): void {
  const isMerged = settings.apiType === 'MERGED';
  if (isMerged !== (settings.mergedApiExecutionRoleArn !== undefined))
    throw bad(`MergedApiExecutionRoleArn ${isMerged ? 'is required for' : 'can only be given to'} an API of the type MERGED.`);
  if (settings.visibility === 'PRIVATE')
    throw bad('Private APIs are not emulated: an API here is reached by whoever reaches the emulator.');
  const additional = settings.additionalAuthenticationProviders ?? [];
  if (additional.length > MAX_PROVIDERS) throw bad(`An API can have at most ${MAX_PROVIDERS} additional authentication providers.`);
  const providers: Provider[] = [settings, ...(additional as readonly Provider[])];
  for (const provider of providers) checkProvider(provider);
  const kinds = providers.map((provider) => identityOf(provider));
  const repeated = kinds.find((kind, at) => kinds.indexOf(kind) !== at);
  if (repeated !== undefined) throw bad(`The authentication provider ${repeated.split('\n')[0]} is given more than once.`);
}

/** Providers for which it is the same are one provider. */
function identityOf({ authenticationType = '', userPoolConfig, openIDConnectConfig }: Provider): string {
  if (SINGLE.has(authenticationType)) return authenticationType;
  return `${authenticationType}\n${userPoolConfig?.userPoolId ?? openIDConnectConfig?.issuer ?? ''}`;
}

function checkProvider({ authenticationType: type, userPoolConfig, openIDConnectConfig, lambdaAuthorizerConfig }: Provider): void {
  if (type === 'AMAZON_COGNITO_USER_POOLS' && !userPoolConfig)
    throw bad('UserPoolConfig is required when the authentication type is AMAZON_COGNITO_USER_POOLS.');
  if (type === 'OPENID_CONNECT') {
    if (!openIDConnectConfig) throw bad('OpenIDConnectConfig is required when the authentication type is OPENID_CONNECT.');
    const { issuer } = openIDConnectConfig;
    if (!URL.canParse(issuer) || !/^https?:/.test(issuer)) throw bad(`The issuer ${issuer} is not a URL.`);
    checkExpression('clientId', openIDConnectConfig.clientId);
  }
  if (type === 'AWS_LAMBDA') {
    if (!lambdaAuthorizerConfig) throw bad('LambdaAuthorizerConfig is required when the authentication type is AWS_LAMBDA.');
    const { authorizerUri, identityValidationExpression } = lambdaAuthorizerConfig;
    if (parseArn(authorizerUri)?.service !== 'lambda') throw bad(`The authorizer URI ${authorizerUri} is not the ARN of a function.`);
    checkExpression('identityValidationExpression', identityValidationExpression);
  }
  checkExpression('appIdClientRegex', userPoolConfig?.appIdClientRegex);
}

/** Limit: characters of a regular expression that a request's token is matched with. */
const MAX_EXPRESSION = 512;

/** It is compiled where requests meet it, by an engine that counts its steps. */
function checkExpression(name: string, expression: string | undefined): void {
  if (expression !== undefined && expression.length > MAX_EXPRESSION)
    throw bad(`The regular expression ${name} can have at most ${MAX_EXPRESSION} characters.`);
}
