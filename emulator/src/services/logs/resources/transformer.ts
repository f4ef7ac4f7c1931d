// AWS::Logs::Transformer
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { flag, text, texts } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalize } from '#core/resources/uncapitalized';
import { isObject } from '#lib/json-object';
import type { Processor } from '#model/logs';

const keys = shape({ WithKeys: must(texts) });
const ofMessage = shape({ Source: text });
const entries = <R>(entry: (value: Value | undefined) => R | undefined) => shape({ Entries: must(each(entry)) });
const movement = entries(shape({ Source: requiredText, Target: requiredText, OverwriteIfExists: flag }));

const processor = shape({
  AddKeys: entries(shape({ Key: requiredText, Value: requiredText, OverwriteIfExists: flag })),
  CopyValue: movement,
  Csv: shape({ Source: text, Columns: each(text), Delimiter: text, QuoteCharacter: text }),
  DateTimeConverter: shape({
    ...{ Source: requiredText, SourceTimezone: text, MatchPatterns: must(texts), Locale: text },
    ...{ Target: requiredText, TargetFormat: text, TargetTimezone: text },
  }),
  DeleteKeys: keys,
  Grok: shape({ Source: text, Match: requiredText }),
  ListToMap: shape({
    ...{ Source: requiredText, Target: text, Key: requiredText, ValueKey: text },
    ...{ Flatten: flag, FlattenedElement: text },
  }),
  LowerCaseString: keys,
  MoveKeys: movement,
  ParseCloudfront: ofMessage,
  ParseJSON: shape({ Source: text, Destination: text }),
  ParseKeyValue: shape({
    ...{ Source: text, Destination: text, FieldDelimiter: text, KeyValueDelimiter: text },
    ...{ KeyPrefix: text, NonMatchValue: text, OverwriteIfExists: flag },
  }),
  ParsePostgres: ofMessage,
  ParseRoute53: ofMessage,
  ParseToOCSF: shape({ Source: text, EventSource: requiredText, OcsfVersion: requiredText, MappingVersion: text }),
  ParseVPC: ofMessage,
  ParseWAF: ofMessage,
  RenameKeys: entries(shape({ Key: requiredText, RenameTo: requiredText, OverwriteIfExists: flag })),
  SplitString: entries(shape({ Source: requiredText, Delimiter: requiredText })),
  SubstituteString: entries(shape({ Source: requiredText, From: requiredText, To: requiredText })),
  TrimString: keys,
  TypeConverter: entries(shape({ Key: requiredText, Type: requiredText })),
  UpperCaseString: keys,
});

const capitalize = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** The value with all names of members spelled that way, at every depth. */
function renamed(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, spell));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[spell(name), renamed(each, spell)]])),
  );
}

const configOf = (value: Value | undefined): Processor[] => renamed(each(processor)(value) ?? [], uncapitalize) as Processor[];

export const resource: ResourceType = {
  ...crudType({
    id: 'LogGroupIdentifier',
    gone: ['ResourceNotFoundException'],
    properties: { TransformerConfig: configOf },
    refusesExisting: true,
    create: (logGroupIdentifier, { TransformerConfig: transformerConfig }, _properties, ctx) =>
      ctx.call('logs', 'PutTransformer', { logGroupIdentifier, transformerConfig }),
    update: 'create',
    delete: (logGroupIdentifier, _properties, ctx) => ctx.call('logs', 'DeleteTransformer', { logGroupIdentifier }),
    async find(logGroupIdentifier, _properties, ctx) {
      const found = await ctx.call('logs', 'GetTransformer', { logGroupIdentifier });
      // A group without a transformer has an empty answer.
      return found.transformerConfig && found;
    },
    shown: ({ transformerConfig }) => ({ TransformerConfig: renamed(transformerConfig, capitalize) as Value }),
  }),
  /** Looks through all groups. */
  async list(_filter, nextToken, ctx) {
    const { logGroups = [], nextToken: next } = await ctx.call('logs', 'DescribeLogGroups', { nextToken });
    const names = logGroups.filter(({ logGroupClass }) => logGroupClass === 'STANDARD').map(({ logGroupName = '' }) => logGroupName);
    const found = await Promise.all(names.map((logGroupIdentifier) => ctx.call('logs', 'GetTransformer', { logGroupIdentifier })));
    return { items: names.filter((_, at) => found[at]!.transformerConfig).map((name) => ({ LogGroupIdentifier: name })), next };
  },
};
