// Documents of clients, refused in the words of the service where they cannot be read.
import { DocumentError } from '#services/apigateway/openapi/document-error';
import { bad } from './faults.ts';

/** @throws BadRequestException for a DocumentError */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DocumentError) throw bad(error.message);
    throw error;
  }
}
