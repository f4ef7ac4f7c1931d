// Policy templates: `Policies: [{ DynamoDBCrudPolicy: { TableName: … } }]` stands for the statements of the table beside this file.
// In its texts `${:TableName}` is the parameter TableName as the variable tableName, `${:name=TableName}` as the variable name.
// Source: policy_templates_data/policy_templates.json of github.com/aws/serverless-application-model.
import { quoted } from '#sam/message-text';
import { invalidResource } from '#sam/problems';
import { type Block, isBlock, sub, type Value } from '#sam/values';
import table from './policy-templates.json' with { type: 'json' };

interface StatementEntry {
  readonly action?: string;
  readonly actions?: string;
  readonly resource: string | readonly string[];
  readonly condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
const TEMPLATES: Readonly<Record<string, { parameters: readonly string[]; statements: readonly StatementEntry[] }>> = table;

export const isPolicyTemplate = (policy: Value): policy is Block =>
  isBlock(policy) && Object.keys(policy).length === 1 && Object.hasOwn(TEMPLATES, Object.keys(policy)[0]!);

/** The policy document that the template stands for. @throws SamProblem for missing parameters */
export function fromPolicyTemplate(id: string, policy: Block): Block {
  const [[name, values]] = Object.entries(policy) as [[string, Value]];
  const { parameters, statements } = TEMPLATES[name]!;
  if (!isBlock(values)) throw invalidResource(id, `Must specify valid parameter values for policy template '${name}'`);
  const missing = parameters.filter((each) => !Object.hasOwn(values, each));
  if (missing.length > 0)
    throw invalidResource(id, `Following required parameters of template '${name}' don't have values: [${missing.map(quoted).join(', ')}]`);
  return { Statement: statements.map((each) => statement(each, values)) };
}

const statement = ({ action, actions, resource, condition }: StatementEntry, values: Block): Block => ({
  Effect: 'Allow',
  Action: action ?? actions!.split(' '),
  Resource: typeof resource === 'string' ? fill(resource, values) : resource.map((each) => fill(each, values)),
  ...(condition ? { Condition: mapValues(condition, (test) => mapValues(test, (text) => fill(text, values))) } : {}),
});

const mapValues = <V>(record: Readonly<Record<string, V>>, change: (value: V) => Value): Block =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

function fill(text: string, values: Block): Value {
  const variables: Block = {};
  const filled = text.replace(/\$\{:(?:(\w+)=)?(\w+)\}/g, (_, variable: string | undefined, parameter: string) => {
    const name = variable ?? parameter[0]!.toLowerCase() + parameter.slice(1);
    variables[name] = structuredClone(values[parameter]!);
    return `\${${name}}`;
  });
  if (Object.keys(variables).length > 0) return sub(filled, variables);
  return text.includes('${') ? sub(text) : text;
}
