// The scalars and directives that every schema has: AppSync developer guide, "Scalar types" and "Authorization directives" (2026-11).

const SCALARS = ['Date', 'Time', 'DateTime', 'Timestamp', 'Email', 'JSON', 'URL', 'Phone', 'IPAddress'] as const;

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
`;
