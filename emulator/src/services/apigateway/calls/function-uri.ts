// The function in the URI of an integration or an authorizer. Pure.
import { withVariables } from './stage-variables.ts';

const URI = /:lambda:path\/[^/]+\/functions\/(.+?)\/(?:invocations|response-streaming-invocations)$/;

/** Its ARN; undefined where the URI names no function. */
export const functionIn = (uri: string): string | undefined => URI.exec(uri)?.[1];

/** The same for APIs that may name a function by its ARN alone: the URI with the variables of the stage, where it has not the long form. */
export function functionArnOf(uri: string, variables: Readonly<Record<string, string>>): string {
  const filled = withVariables(uri, variables);
  return functionIn(filled) ?? filled;
}
