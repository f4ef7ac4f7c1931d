// Refuses the value of a secret to clients of other accounts, unless the secret has a key of its own.
import type { Ctx } from '#core/ctx';
import { invalidRequest } from '#services/secretsmanager/faults';
import type { LocatedSecret } from '#services/secretsmanager/find-secret';
import { OWN_KEY } from './values.ts';

/** @throws Fault InvalidRequestException */
export function requireOwnKey({ there, secret }: LocatedSecret, { account }: Ctx): void {
  if (there.account !== account && (secret.kmsKeyId === undefined || secret.kmsKeyId === OWN_KEY))
    throw invalidRequest(
      "You can't access a secret from a different AWS account if you encrypt the secret with the default KMS service key.",
    );
}
