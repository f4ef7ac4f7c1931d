// Errors and pages that several files of the service use.
import type { Fault } from '#core/fault';
import { pager } from '#core/pager';
import { fault } from '#model/xray';

export const invalidRequest = (message: string): Fault => fault('InvalidRequestException', message);
export const notFound = (message: string, name: string): Fault => fault('ResourceNotFoundException', message, { ResourceName: name });

interface Paged {
  readonly NextToken?: string | undefined;
}

/** Pages with that limit of items. */
export const pagesOf = (limit: number) =>
  pager({
    request: ({ NextToken }: Paged) => ({ limit, token: NextToken }),
    end: (next) => ({ NextToken: next }),
    invalidToken: () => invalidRequest('The pagination token is invalid.'),
  });
