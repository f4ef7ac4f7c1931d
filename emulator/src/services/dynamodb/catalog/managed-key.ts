// The key of tables that the service's own key encrypts: it is shown by its ARN, and made when a table first needs it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { SSEDescription, SSESpecification } from '#model/dynamodb';
import type { Table } from '#services/dynamodb/state';

const ALIAS = 'alias/aws/dynamodb';

/** The ARN of a key as it is kept: of the service's own key, that of its alias. */
export const isManagedKey = (keyArn: string): boolean => keyArn.endsWith(`:${ALIAS}`);

/** To be asked before the write, whose answer shows the key. Undefined for tables with another key or none. */
export async function managedKeyArn(
  { encryption }: Pick<Frozen<Table>, 'encryption'>,
  given: SSESpecification | undefined,
  ctx: Ctx,
): Promise<string | undefined> {
  const isNeeded = (encryption && isManagedKey(encryption.keyArn)) || (given?.Enabled && (given.KMSMasterKeyId ?? ALIAS).endsWith(ALIAS));
  if (!isNeeded) return undefined;
  const { KeyMetadata } = await ctx.call('kms', 'DescribeKey', { KeyId: ALIAS }, { isPlumbing: true });
  return KeyMetadata?.Arn;
}

export const describeEncryption = (
  encryption: NonNullable<Frozen<Table>['encryption']>,
  managedArn: string | undefined,
  Status: 'ENABLED' | 'UPDATING' = 'ENABLED',
): SSEDescription => ({
  Status,
  SSEType: 'KMS',
  KMSMasterKeyArn: isManagedKey(encryption.keyArn) ? (managedArn ?? encryption.keyArn) : encryption.keyArn,
});
