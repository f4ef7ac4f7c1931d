// The sources of an authorizer's identity, as its settings name them.

/** `method.request.header.Auth, context.stage` as a list, without blanks. */
export const identitySourcesOf = (identitySource: string | undefined): string[] =>
  (identitySource ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
