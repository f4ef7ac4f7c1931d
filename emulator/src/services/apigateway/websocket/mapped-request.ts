// A request to an integration that is no proxy, made from a message by templates and mappings.
import type { Frozen } from '#core/records';
import type { Integration } from '#model/apigatewayv2';

export type Pair = readonly [name: string, value: string];

export interface MappedRequest {
  readonly integration: Frozen<Integration>;
  readonly uri: string;
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly body: string;
  /** The name of the template that made the body. */
  readonly template?: string | undefined;
}
