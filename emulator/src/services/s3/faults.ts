// S3's errors in its own words, with the members of their XML documents.
import type { Fault, FaultOptions } from '#core/fault';
import { unmodelled } from '#core/operation';
import { fault } from '#model/s3';

export const noSuchBucket = (BucketName: string): Fault => fault('NoSuchBucket', 'The specified bucket does not exist', { BucketName });

export const noSuchKey = (Key: string): Fault => fault('NoSuchKey', 'The specified key does not exist.', { Key });

export const noSuchVersion = (Key: string, VersionId: string): Fault =>
  fault('NoSuchVersion', 'The specified version does not exist.', { Key, VersionId });

export const noSuchUpload = (UploadId: string): Fault =>
  fault(
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId },
  );

export const accessDenied = (message = 'Access Denied'): Fault => fault('AccessDenied', message);

export const invalidArgument = (message: string, ArgumentName?: string, ArgumentValue?: string): Fault =>
  fault('InvalidArgument', message, {
    ...(ArgumentName === undefined ? {} : { ArgumentName }),
    ...(ArgumentValue === undefined ? {} : { ArgumentValue }),
  });

export const invalidRequest = (message: string): Fault => fault('InvalidRequest', message);

export const malformedXml = (): Fault =>
  fault('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');

export const preconditionFailed = (Condition: string): Fault =>
  fault('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', { Condition });

/** The error for a header or member that asks for an unsupported feature: names the header. */
export const notImplemented = (Header: string): Fault =>
  fault('NotImplemented', `A header you provided implies functionality that is not implemented: ${Header}`, { Header });

/** The error for a header that the service does not take, or not with this value; `additionalMessage` says why. */
export const headerRefused = (Header: string, additionalMessage?: string): Fault =>
  fault('NotImplemented', 'A header you provided implies functionality that is not implemented', {
    Header,
    ...(additionalMessage === undefined ? {} : { additionalMessage }),
  });

/** An error with headers, such as those of a delete marker. */
export const withHeaders = (code: string, message: string, options: FaultOptions): Fault => unmodelled(code, message, options);

/** Throws if one of these members is present: they ask for unsupported features, and nothing is accepted silently. */
export function refuseMembers<T extends object>(input: T, ...names: (keyof T & string)[]): void {
  for (const name of names) if (input[name] !== undefined) throw notImplemented(name);
}
