// Values of identity sources: `$request.header.Authorization`, `$request.querystring.token`, `$context.…`, `$stageVariables.…`.
import { own } from '#lib/table';
import { contextValue } from './context-values.ts';
import type { Exchange } from './exchange.ts';

const SOURCE = /^\$(request\.header|request\.querystring|context|stageVariables)\.(.+)$/;

/** Undefined where the request lacks the value, or has it empty. */
export function identityValue(source: string, exchange: Exchange): string | undefined {
  const [, kind, name = ''] = SOURCE.exec(source) ?? [];
  return read(kind, name, exchange) || undefined;
}

function read(kind: string | undefined, name: string, exchange: Exchange): string | undefined {
  const { request, stage } = exchange;
  switch (kind) {
    case 'request.header':
      return own(request.headers, name.toLowerCase());
    case 'request.querystring':
      return request.query.get(name) ?? undefined;
    case 'stageVariables':
      return own(stage.variables, name);
    default:
      return contextValue(name, exchange);
  }
}
