// Where the integration of a route or a method leads.

/** The ARN of a function in the URI of an integration, else the URI. */
export const targetIn = (uri = ''): string => /functions\/(arn:[^/]+)\/invocations/.exec(uri)?.[1] ?? uri;
