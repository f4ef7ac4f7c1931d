// Transformers of log groups: each processor with all of its properties. A transformer has one parser of vended logs, which comes first.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { ref, type TypeCase } from './type-case.ts';

type Members = Readonly<Record<string, unknown>>;

const PROCESSORS: readonly Members[] = [
  { ParseJSON: { Source: '@message', Destination: 'all' } },
  { Csv: { Source: 'all.line', Columns: ['x', 'y'], Delimiter: ';', QuoteCharacter: "'" } },
  { Grok: { Source: 'all.text', Match: '%{WORD:level} %{GREEDYDATA:rest}' } },
  {
    ParseKeyValue: {
      ...{ Source: 'all.pairs', Destination: 'pairs', FieldDelimiter: '&', KeyValueDelimiter: '=' },
      ...{ KeyPrefix: 'p_', NonMatchValue: 'none', OverwriteIfExists: true },
    },
  },
  { AddKeys: { Entries: [{ Key: 'team', Value: 'blue', OverwriteIfExists: true }] } },
  { CopyValue: { Entries: [{ Source: 'team', Target: 'owner', OverwriteIfExists: true }] } },
  { MoveKeys: { Entries: [{ Source: 'owner', Target: 'by', OverwriteIfExists: false }] } },
  { RenameKeys: { Entries: [{ Key: 'a', RenameTo: 'b.c', OverwriteIfExists: true }] } },
  { DeleteKeys: { WithKeys: ['secret'] } },
  { UpperCaseString: { WithKeys: ['team'] } },
  { LowerCaseString: { WithKeys: ['level'] } },
  { TrimString: { WithKeys: ['rest'] } },
  { SplitString: { Entries: [{ Source: 'list', Delimiter: ',' }] } },
  { SubstituteString: { Entries: [{ Source: 'rest', From: 'a', To: 'b' }] } },
  { TypeConverter: { Entries: [{ Key: 'total', Type: 'integer' }] } },
  {
    DateTimeConverter: {
      ...{ Source: 'at', SourceTimezone: 'UTC', MatchPatterns: ['yyyy-MM-dd'], Locale: 'en' },
      ...{ Target: 'when', TargetFormat: 'dd.MM.yyyy', TargetTimezone: 'Europe/Berlin' },
    },
  },
  { ListToMap: { Source: 'items', Target: 'byName', Key: 'name', ValueKey: 'value', Flatten: true, FlattenedElement: 'last' } },
];
const VENDED = ['ParseCloudfront', 'ParsePostgres', 'ParseRoute53', 'ParseVPC', 'ParseWAF'];

const uncapitalized = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(uncapitalized)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name[0]!.toLowerCase() + name.slice(1), uncapitalized(each)]))
      : value;

const transformer = (title: string, TransformerConfig: readonly Members[], more: Partial<TypeCase> = {}): TypeCase => ({
  type: 'AWS::Logs::Transformer',
  title,
  needs: { Group: { Type: 'AWS::Logs::LogGroup', Properties: {} } },
  properties: { LogGroupIdentifier: ref('Group'), TransformerConfig },
  readBack: async (emulator, { ref: { Group } }) => emulator.client(CloudWatchLogs).getTransformer({ logGroupIdentifier: Group! }),
  ref: /-Group-/,
  expected: { transformerConfig: uncapitalized(TransformerConfig) },
  ...more,
});

export const cases: readonly TypeCase[] = [
  transformer('', PROCESSORS, {
    change: {
      properties: { LogGroupIdentifier: ref('Group'), TransformerConfig: [{ Csv: { Delimiter: '|' } }] },
      expected: { transformerConfig: [{ csv: { delimiter: '|' } }] },
    },
    untested: Object.fromEntries(
      ['Source', 'EventSource', 'OcsfVersion', 'MappingVersion'].map((name) => [
        `TransformerConfig.ParseToOCSF.${name}`,
        'the operation refuses the processor: its mappings are not public',
      ]),
    ),
  }),
  ...VENDED.map((name) => transformer(name, [{ [name]: { Source: '@message' } }])),
];
