// Asks a data source what a resolver's request says.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { askFunction } from './ask-function.ts';
import { askTable } from './ask-table.ts';
import { putEvents } from './put-events.ts';
import { requestHttp } from './request-http.ts';
import { type Document, type SourceAnswer, type SourceRequest, wrongRequest } from './source-request.ts';

export async function askSource(request: SourceRequest, ctx: Ctx): Promise<SourceAnswer> {
  const { source, document } = request;
  if (source.type === 'NONE') return { result: (document as Document | null)?.['payload'] ?? null };
  if (document !== undefined && (typeof document !== 'object' || document === null || Array.isArray(document)))
    return wrongRequest('The request of the resolver must be an object.');
  try {
    switch (source.type) {
      case 'AWS_LAMBDA':
        return await askFunction(request, ctx);
      case 'AMAZON_DYNAMODB':
        return await askTable(source, document as Document, ctx);
      case 'HTTP':
        return await requestHttp(source, document as Document, ctx);
      default:
        return await putEvents(source, document as Document, ctx);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { error: { message: error.message, errorType: `${PREFIXES.get(source.type)}:${error.code}` } };
  }
}

const PREFIXES = new Map([
  ['AWS_LAMBDA', 'Lambda'],
  ['AMAZON_DYNAMODB', 'DynamoDB'],
  ['HTTP', 'Http'],
  ['AMAZON_EVENTBRIDGE', 'EventBridge'],
]);
