// A pool as the cloud describes it.
import type { Frozen } from '#core/records';
import type { UserPoolDescriptionType, UserPoolType } from '#model/cognito-idp';
import type { Pool } from '#services/cognito-idp/state';

export function describePool(pool: Frozen<Pool>, estimatedUsers: number): UserPoolType {
  const { id, name, arn, createdMs, modifiedMs, settings, schema, tags, domain, customDomain } = pool;
  return {
    Id: id,
    Name: name,
    ...settings,
    SchemaAttributes: schema,
    LastModifiedDate: new Date(modifiedMs),
    CreationDate: new Date(createdMs),
    EstimatedNumberOfUsers: estimatedUsers,
    UserPoolTags: { ...tags },
    Domain: domain,
    CustomDomain: customDomain,
    Arn: arn,
  };
}

export const summarize = ({ id, name, settings, createdMs, modifiedMs }: Frozen<Pool>): UserPoolDescriptionType => ({
  Id: id,
  Name: name,
  LambdaConfig: settings.LambdaConfig,
  LastModifiedDate: new Date(modifiedMs),
  CreationDate: new Date(createdMs),
});
