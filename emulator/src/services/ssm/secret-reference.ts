// Secrets read as parameters: `/aws/reference/secretsmanager/<name>`.
// https://docs.aws.amazon.com/systems-manager/latest/userguide/integration-ps-secretsmanager.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { fault } from '#model/ssm';
import { invalid } from './find-parameter.ts';
import { parameterArn } from './parameter-name.ts';

const PREFIX = '/aws/reference/secretsmanager/';

export const isSecretReference = (name: string): boolean => name.trim().startsWith(PREFIX);

/** @throws Fault ValidationException without decryption, ParameterNotFound without the secret */
export async function readSecret(given: string, decrypted: boolean | undefined, ctx: Ctx) {
  const name = given.trim();
  if (!decrypted) throw invalid('WithDecryption flag must be True for retrieving a Secret Manager secret.');
  const [SecretId = '', label] = name.slice(PREFIX.length).split(':');
  try {
    const stage = label === undefined ? {} : { VersionStage: label };
    const secret = await ctx.call('secretsmanager', 'GetSecretValue', { SecretId, ...stage });
    const { ARN, Name, VersionId, SecretString, VersionStages, CreatedDate } = secret;
    return {
      Name: name.split(':')[0]!,
      Type: 'SecureString' as const,
      Value: SecretString ?? '',
      Version: 0,
      ...(label !== undefined && { Selector: `:${label}` }),
      SourceResult: JSON.stringify({
        ARN,
        name: Name,
        versionId: VersionId,
        secretString: SecretString,
        versionStages: VersionStages,
        createdDate: CreatedDate,
      }),
      LastModifiedDate: CreatedDate,
      ARN: parameterArn(ctx, `${PREFIX}${SecretId}`),
      DataType: 'text',
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw fault('ParameterNotFound', `An error occurred (ParameterNotFound) when referencing Secrets Manager: Secret ${name} not found.`);
  }
}
