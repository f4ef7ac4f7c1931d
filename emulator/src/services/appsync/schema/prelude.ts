// The scalars and directives that every schema has: AppSync developer guide, "Scalar types", "Authorization directives" and "Merging APIs" (2026-11).

const SCALARS = ['Date', 'Time', 'DateTime', 'Timestamp', 'Email', 'JSON', 'URL', 'Phone', 'IPAddress'] as const;

/** The places of directives that say how a source API is merged. */
const MERGEABLE = 'OBJECT | INTERFACE | UNION | ENUM | INPUT_OBJECT | SCALAR | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE';

export const PRELUDE = `
${SCALARS.map((name) => `scalar AWS${name}`).join('\n')}
directive @aws_api_key on FIELD_DEFINITION | OBJECT | INTERFACE
directive @aws_iam on FIELD_DEFINITION | OBJECT | INTERFACE
directive @aws_oidc on FIELD_DEFINITION | OBJECT | INTERFACE
directive @aws_lambda on FIELD_DEFINITION | OBJECT | INTERFACE
directive @aws_cognito_user_pools(cognito_groups: [String]) on FIELD_DEFINITION | OBJECT | INTERFACE
directive @aws_auth(cognito_groups: [String]) on FIELD_DEFINITION
directive @aws_subscribe(mutations: [String]) on FIELD_DEFINITION
directive @aws_publish(subscriptions: [String]) on FIELD_DEFINITION
directive @canonical on ${MERGEABLE}
directive @hidden on ${MERGEABLE}
directive @renamed(to: String!) on ${MERGEABLE}
`;
