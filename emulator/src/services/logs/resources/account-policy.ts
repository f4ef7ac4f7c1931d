// AWS::Logs::AccountPolicy. The reference does not tell its Ref: the parts of the identifier, as with other types whose identifier has several.
import type { Created, Properties } from '#core/resources/resource-handlers';
import { changed, document, ignoring, text } from '#core/resources/resource-properties';
import { documentAs, readAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const TYPES = ['DATA_PROTECTION_POLICY', 'SUBSCRIPTION_FILTER_POLICY', 'FIELD_INDEX_POLICY', 'TRANSFORMER_POLICY'];

const named = ({ PolicyType, PolicyName }: Properties) => ({ policyType: requiredText(PolicyType), policyName: requiredText(PolicyName) });

const namedBy = (id: string) => {
  const [, policyType = '', policyName = ''] = id.split('|');
  return { policyType, policyName };
};

const made = (properties: Properties, { account: AccountId }: ResourceContext): Created => {
  const { policyType, policyName } = named(properties);
  return { physicalId: [AccountId, policyType, policyName].join('|'), attributes: { AccountId } };
};

const find = async (id: string, ctx: ResourceContext) =>
  (await ignoring(GONE, ctx.call('logs', 'DescribeAccountPolicies', namedBy(id))))?.accountPolicies?.[0];

const put = async (properties: Properties, ctx: ResourceContext): Promise<Created> => {
  const { PolicyDocument, Scope, SelectionCriteria } = properties;
  await ctx.call('logs', 'PutAccountPolicy', {
    ...named(properties),
    policyDocument: document(PolicyDocument) ?? '',
    scope: text(Scope),
    selectionCriteria: text(SelectionCriteria),
  });
  return made(properties, ctx);
};

export const resource: ResourceType = {
  replaces: (properties, previous) => changed(['PolicyType', 'PolicyName'], properties, previous),
  async create(properties, ctx) {
    const { physicalId } = made(properties, ctx);
    if (await find(physicalId, ctx)) throw new Error(`Resource of type '${ctx.typeName}' with identifier '${physicalId}' already exists.`);
    return put(properties, ctx);
  },
  update: (_id, properties, _previous, ctx) => put(properties, ctx),
  async delete(id, _properties, ctx) {
    await ignoring(GONE, ctx.call('logs', 'DeleteAccountPolicy', namedBy(id)));
  },
  async read(id, given, ctx) {
    const found = await find(id, ctx);
    if (!found) return undefined;
    const { policyName: PolicyName, policyType: PolicyType, policyDocument, scope: Scope, selectionCriteria: SelectionCriteria } = found;
    const shown = { AccountId: ctx.account, PolicyType, PolicyName, PolicyDocument: documentAs(policyDocument, given.PolicyDocument) };
    return readAs({ ...shown, Scope, SelectionCriteria });
  },
  async list(_filter, _token, ctx) {
    const pages = await Promise.all(TYPES.map((policyType) => ctx.call('logs', 'DescribeAccountPolicies', { policyType })));
    const items = pages.flatMap(({ accountPolicies = [] }) =>
      accountPolicies.map(({ policyType: PolicyType = '', policyName: PolicyName = '' }) => ({
        AccountId: ctx.account,
        PolicyType,
        PolicyName,
      })),
    );
    return { items, next: undefined };
  },
  async adopt(identifier, _properties, ctx) {
    const created = made(identifier, ctx);
    if (!(await find(created.physicalId, ctx))) throw new Error(`${ctx.typeName} with identifier ${created.physicalId} does not exist.`);
    return created;
  },
};
