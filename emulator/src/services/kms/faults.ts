// Errors that several operations share, in the words of the real service.
import type { Fault } from '#core/fault';
import { fault } from '#model/kms';

export const invalid = (message: string): Fault => fault('ValidationException', message);
export const unsupported = (message: string): Fault => fault('UnsupportedOperationException', message);
export const invalidState = (arn: string, what: string): Fault => fault('KMSInvalidStateException', `${arn} is ${what}.`);
export const noSuchKey = (arn: string): Fault => fault('NotFoundException', `Key '${arn}' does not exist`);
export const wrongUsage = (arn: string, usage: string, operation: string): Fault =>
  fault('InvalidKeyUsageException', `${arn} key usage is ${usage} which is not valid for ${operation}.`);
export const wrongAlgorithm = (algorithm: string, spec: string): Fault =>
  fault('InvalidKeyUsageException', `Algorithm ${algorithm} is incompatible with key spec ${spec}.`);

/** Ends an operation that has `DryRun` after its checks and before it does anything. */
export function stopDryRun(dryRun: boolean | undefined): void {
  if (dryRun) throw fault('DryRunOperationException', 'The request would have succeeded, but the DryRun option is set.');
}

/** Refuses `Recipient`: it asks for an answer encrypted to an attested enclave, and there are no enclaves here. */
export function refuseRecipient(recipient: object | undefined): void {
  if (recipient) throw unsupported('Recipient is not emulated: attestation documents come from enclaves, which do not exist here.');
}
