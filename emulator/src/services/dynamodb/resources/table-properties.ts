// Parts of AWS::DynamoDB::Table in the shape of the service's own input.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { flag, list, number, object, text, texts } from '#core/resources/resource-properties';
import type { GlobalSecondaryIndex, VectorIndex } from '#model/dynamodb';

const each = (value: Value | undefined): Properties[] => list(value).map((one) => object(one));

export const attributesOf = (value: Value | undefined) =>
  each(value).map(({ AttributeName, AttributeType }) => ({ AttributeName: text(AttributeName)!, AttributeType: text(AttributeType)! }));

export const keyOf = (value: Value | undefined) =>
  each(value).map(({ AttributeName, KeyType }) => ({ AttributeName: text(AttributeName)!, KeyType: text(KeyType)! }));

export const throughputOf = (value: Value | undefined) =>
  value === undefined
    ? undefined
    : { ReadCapacityUnits: number(object(value).ReadCapacityUnits)!, WriteCapacityUnits: number(object(value).WriteCapacityUnits)! };

export const onDemandOf = (value: Value | undefined) =>
  value === undefined
    ? undefined
    : { MaxReadRequestUnits: number(object(value).MaxReadRequestUnits), MaxWriteRequestUnits: number(object(value).MaxWriteRequestUnits) };

type Limits = { readonly [K in 'MaxReadRequestUnits' | 'MaxWriteRequestUnits']?: number | undefined } | undefined;
/** Lifts a limit. */
const NO_LIMIT = -1;

/** The limits of a template, with those lifted that it gives no longer: the service keeps what it is not told to lift. */
export function limitsAfter(before: Limits, next: Limits): Limits {
  const after = (name: keyof NonNullable<Limits>): number | undefined =>
    next?.[name] ?? (before?.[name] === undefined ? undefined : NO_LIMIT);
  const [MaxReadRequestUnits, MaxWriteRequestUnits] = [after('MaxReadRequestUnits'), after('MaxWriteRequestUnits')];
  return MaxReadRequestUnits === undefined && MaxWriteRequestUnits === undefined
    ? undefined
    : { MaxReadRequestUnits, MaxWriteRequestUnits };
}

export const warmOf = (value: Value | undefined) =>
  value === undefined
    ? undefined
    : { ReadUnitsPerSecond: number(object(value).ReadUnitsPerSecond), WriteUnitsPerSecond: number(object(value).WriteUnitsPerSecond) };

export const sseOf = (value: Value | undefined) => {
  if (value === undefined) return undefined;
  const { SSEEnabled, SSEType, KMSMasterKeyId } = object(value);
  return { Enabled: flag(SSEEnabled) ?? false, SSEType: text(SSEType), KMSMasterKeyId: text(KMSMasterKeyId) };
};

export interface InsightsSettings {
  readonly Enabled: boolean;
  readonly Mode?: string | undefined;
}

/** Contributor insights of the table (undefined) and of its global indexes, by name. */
export function insightsOf({
  ContributorInsightsSpecification,
  GlobalSecondaryIndexes,
}: Properties): Map<string | undefined, InsightsSettings> {
  const settingsOf = (value: Value | undefined): InsightsSettings => {
    const { Enabled, Mode } = object(value);
    return { Enabled: flag(Enabled) ?? false, ...(Mode !== undefined && { Mode: text(Mode) }) };
  };
  return new Map([
    [undefined, settingsOf(ContributorInsightsSpecification)],
    ...each(GlobalSecondaryIndexes).map((index) => [text(index.IndexName), settingsOf(index.ContributorInsightsSpecification)] as const),
  ]);
}

const projectionOf = (value: Value | undefined) => {
  const { ProjectionType, NonKeyAttributes } = object(value);
  return {
    ProjectionType: text(ProjectionType),
    ...(NonKeyAttributes !== undefined && list(NonKeyAttributes).length > 0 && { NonKeyAttributes: texts(NonKeyAttributes) }),
  };
};

export const vectorsOf = (value: Value | undefined): VectorIndex[] =>
  each(value).map((index) => ({
    IndexName: text(index.IndexName)!,
    VectorAttribute: { AttributeName: text(object(index.VectorAttribute).AttributeName)! },
    Projection: projectionOf(index.Projection),
    Dimensions: number(index.Dimensions)!,
    DistanceFunction: text(index.DistanceFunction)!,
    ...(index.SearchSchema !== undefined && {
      SearchSchema: each(index.SearchSchema).map(({ AttributeName, SearchSchemaElementType }) => ({
        AttributeName: text(AttributeName)!,
        SearchSchemaElementType: text(SearchSchemaElementType)!,
      })),
    }),
  }));

/** Indexes of either kind; local ones have no throughput. */
export const indexesOf = (value: Value | undefined): GlobalSecondaryIndex[] =>
  each(value).map((index) => ({
    IndexName: text(index.IndexName)!,
    KeySchema: keyOf(index.KeySchema),
    Projection: projectionOf(index.Projection),
    ProvisionedThroughput: throughputOf(index.ProvisionedThroughput),
    OnDemandThroughput: onDemandOf(index.OnDemandThroughput),
    WarmThroughput: warmOf(index.WarmThroughput),
  }));
