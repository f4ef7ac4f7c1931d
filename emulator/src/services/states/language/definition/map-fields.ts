// Checks of the fields of Map states: where items come from, how they are put together, and where results go.
import { isObject, type JsonObject } from '#services/states/language/json';
import { objectTemplate, orExpression, template } from './expression-kinds.ts';
import type { DefinitionCheck, FieldKind, Fields } from './field-check.ts';
import { list, namedOneOf, object, oneOf, text, wholeNumber } from './field-kinds.ts';
import { referencePath } from './path-kinds.ts';
import { checkShape, requireFields, type Shape, shaped } from './shape.ts';

/** Limit: items that MaxItems may give. */
const MAX_ITEMS = 100_000_000;
/** Limit: bytes that MaxInputBytesPerBatch may give. */
const MAX_BATCH_BYTES = 262_144;
const READERS = /^arn:[^:]+:states:::s3:(?:getObject|listObjectsV2)$/;
const READER_EXAMPLES = 'arn:<partition>:states:::s3:getObject, arn:<partition>:states:::s3:listObjectsV2';
const WRITERS = /^arn:[^:]+:states:::s3:putObject$/;

const PROCESSOR_CONFIG: Shape = { fields: { Mode: oneOf('INLINE', 'DISTRIBUTED') } };
const DISTRIBUTED_CONFIG: Shape = {
  fields: { ...PROCESSOR_CONFIG.fields, ExecutionType: oneOf('STANDARD', 'EXPRESS') },
  required: ['ExecutionType'],
};

export const processorConfig: FieldKind = (value, location, check) => {
  if (!isObject(value)) return object(value, location, check);
  const isDistributed = value['Mode'] === 'DISTRIBUTED';
  checkShape(value, isDistributed ? DISTRIBUTED_CONFIG : PROCESSOR_CONFIG, location, check);
  if (isDistributed && check.isExpress)
    check.findings.add(`${location}/Mode`, `The field 'Mode' with value 'DISTRIBUTED' is not supported inside 'EXPRESS' state machines`);
};

const resource =
  (allowed: RegExp, examples: string): FieldKind =>
  (value, location, check) => {
    if (typeof value !== 'string') text(value, location, check);
    else if (!allowed.test(value))
      check.findings.add(location, `The field 'Resource' does not match any of the allowed values. Examples: [${examples}]`);
  };

const INPUT_TYPES = ['MANIFEST', 'JSON', 'CSV', 'JSONL', 'PARQUET'];
/** Fields for files with columns. Files that a manifest names may be of any type. */
const COLUMNS: Fields = {
  CSVHeaderLocation: oneOf('FIRST_ROW', 'GIVEN'),
  CSVHeaders: list,
  CSVDelimiter: oneOf('COMMA', 'PIPE', 'SEMICOLON', 'SPACE', 'TAB'),
};
const WITHOUT_COLUMNS = new Set<unknown>(['JSON', 'JSONL', 'PARQUET']);
const READER_CONFIG: Shape = {
  fields: {
    InputType: namedOneOf('InputType', ...INPUT_TYPES),
    Transformation: oneOf('NONE', 'LOAD_AND_FLATTEN'),
    ManifestType: oneOf('ATHENA_DATA', 'S3_INVENTORY'),
    ItemsPointer: text,
    MaxItems: orExpression(wholeNumber(0, MAX_ITEMS)),
  },
  path: { MaxItemsPath: referencePath },
  exclusive: [['MaxItems', 'MaxItemsPath']],
};
const COLUMNS_CONFIG: Shape = { ...READER_CONFIG, fields: { ...READER_CONFIG.fields, ...COLUMNS } };

const readerConfig: FieldKind = (value, location, check) => {
  if (!isObject(value)) return object(value, location, check);
  checkShape(value, WITHOUT_COLUMNS.has(value['InputType']) ? READER_CONFIG : COLUMNS_CONFIG, location, check);
  checkColumns(value, location, check);
};

function checkColumns(config: JsonObject, location: string, check: DefinitionCheck): void {
  const { InputType, CSVHeaderLocation } = config;
  if (InputType === 'CSV' && CSVHeaderLocation === undefined) check.findings.add(location, `The field 'CSVHeaderLocation' is required`);
  if (CSVHeaderLocation === 'GIVEN') requireFields(config, ['CSVHeaders'], location, check);
}

export const itemReader = shaped({
  fields: { Resource: resource(READERS, READER_EXAMPLES), ReaderConfig: readerConfig },
  path: { Parameters: objectTemplate() },
  jsonata: { Arguments: objectTemplate() },
  required: ['Resource'],
});

export const itemBatcher = shaped({
  fields: {
    BatchInput: template(),
    MaxItemsPerBatch: orExpression(wholeNumber(0)),
    MaxInputBytesPerBatch: orExpression(wholeNumber(0, MAX_BATCH_BYTES)),
  },
  path: { MaxItemsPerBatchPath: referencePath, MaxInputBytesPerBatchPath: referencePath },
  exclusive: [
    ['MaxItemsPerBatch', 'MaxItemsPerBatchPath'],
    ['MaxInputBytesPerBatch', 'MaxInputBytesPerBatchPath'],
  ],
});

export const resultWriter = shaped({
  fields: {
    Resource: resource(WRITERS, 'arn:<partition>:states:::s3:putObject'),
    WriterConfig: shaped({
      fields: { Transformation: oneOf('NONE', 'COMPACT', 'FLATTEN'), OutputType: oneOf('JSON', 'JSONL') },
    }),
  },
  path: { Parameters: objectTemplate() },
  jsonata: { Arguments: objectTemplate() },
});
