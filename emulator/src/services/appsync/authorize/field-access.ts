// Which fields a caller may see: the directives of a field, else those of its type, else the API's first way of authorization.
import type { ConstDirectiveNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { valueFromASTUntyped } from 'graphql';
import type { ApiCaller, AuthorizationMode } from './caller.ts';

const MODES = new Map<string, AuthorizationMode>([
  ['aws_api_key', 'API_KEY'],
  ['aws_iam', 'AWS_IAM'],
  ['aws_oidc', 'OPENID_CONNECT'],
  ['aws_lambda', 'AWS_LAMBDA'],
  ['aws_cognito_user_pools', 'AMAZON_COGNITO_USER_POOLS'],
  ['aws_auth', 'AMAZON_COGNITO_USER_POOLS'],
]);

/** `firstMode`: that of the API itself, besides its additional ones. */
export function maySee(field: GraphQLField<unknown, unknown>, parent: GraphQLObjectType, caller: ApiCaller, firstMode: string): boolean {
  if (caller.deniedFields.has(`${parent.name}.${field.name}`)) return false;
  const ofField = rulesIn(field.astNode?.directives);
  const rules =
    ofField.length > 0 ? ofField : rulesIn([parent.astNode, ...parent.extensionASTNodes].flatMap((node) => node?.directives ?? []));
  if (rules.length === 0) return caller.mode === firstMode && caller.defaultAction === 'ALLOW';
  return rules.some((rule) => isMet(rule, caller));
}

interface AccessRule {
  readonly mode: AuthorizationMode;
  readonly groups: readonly string[] | undefined;
}

function rulesIn(directives: readonly ConstDirectiveNode[] = []): AccessRule[] {
  return directives.flatMap(({ name, arguments: args = [] }) => {
    const mode = MODES.get(name.value);
    if (mode === undefined) return [];
    const value = args.find((each) => each.name.value === 'cognito_groups')?.value;
    const groups = value && [valueFromASTUntyped(value)].flat().map(String);
    return [{ mode, groups }];
  });
}

const isMet = ({ mode, groups }: AccessRule, caller: ApiCaller): boolean =>
  mode === caller.mode && (groups === undefined || groups.some((group) => caller.groups.includes(group)));
