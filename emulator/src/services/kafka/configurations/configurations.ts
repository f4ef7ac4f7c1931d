// Operations of configurations: `server.properties` in revisions. The broker heeds what `cluster-settings.ts` reads of them.
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { operation } from '#model/kafka';
import { badRequest, conflict } from '#services/kafka/faults';
import { pageOfItems, pageOfValues } from '#services/kafka/pages';
import { type ConfigurationRecord, clusters, configurations } from '#services/kafka/state';
import { findConfiguration } from './find-configuration.ts';

const NAME = /^[0-9A-Za-z][0-9A-Za-z-]{0,}$/;

const revisionOf = ({ revisions }: Frozen<ConfigurationRecord>, number = revisions.length) => {
  const { createdMs, description } = revisions[number - 1]!;
  return { CreationTime: new Date(createdMs), Description: description, Revision: number };
};

const describe = (configuration: Frozen<ConfigurationRecord>) => ({
  Arn: configuration.arn,
  CreationTime: new Date(configuration.createdMs),
  Description: configuration.description,
  KafkaVersions: [...configuration.versions],
  LatestRevision: revisionOf(configuration),
  Name: configuration.name,
  State: 'ACTIVE',
});

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

export const CreateConfiguration = operation('CreateConfiguration', (input, ctx) => {
  const { Name: name, ServerProperties, Description: description = '', KafkaVersions: versions = [] } = input;
  if (!NAME.test(name))
    throw badRequest('name', 'The configuration name must begin with a letter or digit, and have letters, digits and hyphens only.');
  if (
    ctx
      .records(configurations)
      .range([])
      .some((one) => one.name === name)
  )
    throw conflict('A resource with this name already exists.');
  const configuration: ConfigurationRecord = {
    arn: formatArn({ service: 'kafka', region: ctx.region, account: ctx.account, resource: `configuration/${name}/${ctx.id()}-1` }),
    ...{ name, description, versions: [...versions], createdMs: ctx.now() },
    revisions: [{ createdMs: ctx.now(), description, properties: textOf(ServerProperties) }],
  };
  ctx.write((tx) => tx.put(ctx.records(configurations), [configuration.arn], configuration));
  const { Arn, CreationTime, LatestRevision, Name, State } = describe(configuration);
  return { Arn, CreationTime, LatestRevision, Name, State };
});

export const UpdateConfiguration = operation('UpdateConfiguration', ({ Arn, ServerProperties, Description: description = '' }, ctx) => {
  const before = findConfiguration(Arn, ctx);
  const revision = { createdMs: ctx.now(), description, properties: textOf(ServerProperties) };
  const changed = { ...before, revisions: [...before.revisions, revision] };
  ctx.write((tx) => tx.put(ctx.records(configurations), [Arn], changed));
  return { Arn, LatestRevision: revisionOf(changed) };
});

export const DescribeConfiguration = operation('DescribeConfiguration', ({ Arn }, ctx) => describe(findConfiguration(Arn, ctx)));

export const DescribeConfigurationRevision = operation('DescribeConfigurationRevision', ({ Arn, Revision }, ctx) => {
  const { revisions } = findConfiguration(Arn, ctx, Revision);
  const { createdMs, description, properties } = revisions[Revision - 1]!;
  return { Arn, Revision, CreationTime: new Date(createdMs), Description: description, ServerProperties: Buffer.from(properties) };
});

export const ListConfigurations = operation('ListConfigurations', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(configurations), [], input);
  return { Configurations: items.map(describe), NextToken };
});

export const ListConfigurationRevisions = operation('ListConfigurationRevisions', (input, ctx) => {
  const found = findConfiguration(input.Arn, ctx);
  const all = found.revisions.map((_, index) => revisionOf(found, index + 1));
  const { items: Revisions, NextToken } = pageOfItems(all, ({ Revision }) => Revision, input);
  return { Revisions, NextToken };
});

export const DeleteConfiguration = operation('DeleteConfiguration', ({ Arn }, ctx) => {
  findConfiguration(Arn, ctx);
  const user = ctx
    .records(clusters)
    .range([])
    .find(({ provisioned }) => provisioned?.CurrentBrokerSoftwareInfo?.ConfigurationArn === Arn);
  if (user) throw badRequest('arn', `The configuration is in use by the cluster ${user.arn}.`);
  ctx.write((tx) => tx.delete(ctx.records(configurations), [Arn]));
  return { Arn, State: 'DELETING' };
});
