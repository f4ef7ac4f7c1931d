// The function in the URI of an integration or an authorizer.
const URI = /:lambda:path\/(?:[\d-]+)\/functions\/(.+?)\/(?:invocations|response-streaming-invocations)$/;

/** Its ARN; undefined where the URI names no function. */
export const functionIn = (uri: string): string | undefined => URI.exec(uri)?.[1];
