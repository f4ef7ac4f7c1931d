// The ways of authorization of Event APIs and their channel namespaces, checked.
import type { Frozen } from '#core/records';
import type { AuthMode, EventConfig } from '#model/appsync';
import { bad } from '#services/appsync/faults';
import { checkSettings } from './api-settings.ts';

/** @throws Fault BadRequestException */
export function checkEventConfig({ authProviders, ...modes }: EventConfig): void {
  const [first, ...others] = authProviders.map(({ authType, cognitoConfig, openIDConnectConfig, lambdaAuthorizerConfig }) => ({
    authenticationType: authType,
    userPoolConfig: cognitoConfig && { ...cognitoConfig, defaultAction: 'ALLOW' },
    ...{ openIDConnectConfig, lambdaAuthorizerConfig },
  }));
  if (!first) throw bad('At least one authorization provider is required.');
  checkSettings({ ...first, additionalAuthenticationProviders: others });
  const used = [...modes.connectionAuthModes, ...modes.defaultPublishAuthModes, ...modes.defaultSubscribeAuthModes];
  checkModes(used, authProviders);
  for (const name of ['connectionAuthModes', 'defaultPublishAuthModes', 'defaultSubscribeAuthModes'] as const)
    if (modes[name].length === 0) throw bad(`At least one authorization mode is required in ${name}.`);
}

/** @throws Fault BadRequestException for a mode that is none of the API's providers */
export function checkModes(modes: readonly AuthMode[], providers: Frozen<EventConfig>['authProviders']): void {
  const unknown = modes.find(({ authType }) => !providers.some((provider) => provider.authType === authType));
  if (unknown) throw bad(`The authorization mode ${unknown.authType} is none of the authorization providers of the API.`);
}
