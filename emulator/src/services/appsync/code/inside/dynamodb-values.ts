// `util.dynamodb`: plain data as attribute values. Numbers stay numbers, and a null has no flag (recorded by localstack/appsync-utils, 2025-12).
import type { AttributeValue, Plain, PlainMap } from './plain.ts';

export function dynamodbValues() {
  const isMap = (value: Plain): value is PlainMap => typeof value === 'object' && value !== null && !Array.isArray(value);
  const toDynamoDB = (value: Plain): AttributeValue => {
    if (value === null || value === undefined) return { NULL: null };
    if (typeof value === 'string') return { S: value };
    if (typeof value === 'number') return { N: value };
    if (typeof value === 'boolean') return { BOOL: value };
    return isMap(value) ? { M: toMapValues(value) } : { L: (value as readonly Plain[]).map((item) => toDynamoDB(item)) };
  };
  const toMapValues = (map: Plain): Record<string, AttributeValue> =>
    isMap(map) ? Object.fromEntries(Object.entries(map).map(([name, value]) => [name, toDynamoDB(value)])) : {};
  const s3Object = (key: Plain, bucket: Plain, region: Plain, version?: Plain): string =>
    JSON.stringify({ s3: { key, bucket, region, ...(version !== undefined && { version }) } });
  const s3In = (text: Plain): Plain => {
    try {
      return (JSON.parse(String(text)) as { s3?: Plain }).s3 ?? null;
    } catch {
      return null;
    }
  };
  const functions: Record<string, (...args: Plain[]) => Plain> = {
    toDynamoDB: (value) => toDynamoDB(value),
    toString: (value: Plain) => ({ S: value }),
    toStringSet: (value) => ({ SS: value }),
    toNumber: (value) => ({ N: value }),
    toNumberSet: (value) => ({ NS: value }),
    toBinary: (value) => ({ B: value }),
    toBinarySet: (value) => ({ BS: value }),
    toBoolean: (value) => ({ BOOL: value }),
    toNull: () => ({ NULL: null }),
    toList: (value) => ({ L: Array.isArray(value) ? value.map((item) => toDynamoDB(item as Plain)) : [] }),
    toMap: (value) => ({ M: toMapValues(value) }),
    toMapValues: (value) => toMapValues(value),
    toS3Object: (key, bucket, region, version) => ({ S: s3Object(key, bucket, region, version) }),
    fromS3ObjectJson: (text) => s3In(text),
  };
  return { toDynamoDB, toMapValues, isMap, functions };
}
