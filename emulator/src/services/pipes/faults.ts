// Faults that several operations share. Texts that name no source are ours; the README lists them.
import type { Fault } from '#core/fault';
import { fault } from '#model/pipes';

export const invalid = (message: string): Fault => fault('ValidationException', message);

/** In the form that users quote: https://github.com/hashicorp/terraform-provider-aws/issues/32018 */
export const invalidField = (name: string, message: string): Fault =>
  fault('ValidationException', JSON.stringify({ ValidationErrorFields: [{ Name: name, Message: message }] }), {
    fieldList: [{ name, message }],
  });

export const missingField = (name: string): Fault => invalidField(name, 'Missing required parameter.');
export const noSuchPipe = (name: string): Fault => fault('NotFoundException', `Pipe ${name} does not exist.`);
export const invalidToken = (): Fault => invalid('Invalid NextToken.');
export const conflict = (name: string, message: string): Fault =>
  fault('ConflictException', message, { resourceId: name, resourceType: 'pipe' });
