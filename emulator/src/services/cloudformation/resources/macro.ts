// AWS::CloudFormation::Macro: a name under which templates call a function.
import type { Created, Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';
import { fault } from '#model/cloudformation';
import { macros } from '#services/cloudformation/state';

const LOGS = 'the log of a macro is that of its function.';

function put(name: string, properties: Properties, ctx: ResourceContext): Created {
  const macro = { name, functionName: text(properties.FunctionName)!, description: text(properties.Description) };
  ctx.write((tx) => tx.put(ctx.records(macros), [name], macro));
  const { account, region } = ctx;
  const Id = formatArn({ service: 'cloudformation', region, account, resource: `transform/${account}::${name}` });
  return { physicalId: name, attributes: { Id } };
}

export const resource: ResourceType = {
  refuse: { LogGroupName: LOGS, LogRoleARN: LOGS },
  async create(properties, ctx) {
    const name = text(properties.Name)!;
    if (ctx.records(macros).has([name])) throw fault('AlreadyExistsException', `Macro ${name} already exists`);
    return put(name, properties, ctx);
  },
  update: async (name, properties, _previous, ctx) => put(name, properties, ctx),
  async delete(name, _properties, ctx) {
    ctx.write((tx) => tx.delete(ctx.records(macros), [name]));
  },
  async read(name, _properties, ctx) {
    const macro = ctx.records(macros).get([name]);
    return macro && { Name: name, FunctionName: macro.functionName, Description: macro.description ?? null };
  },
};
