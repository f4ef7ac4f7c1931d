// Imports and bulk operations, which cannot be begun here (see `refused` in the manifest), and the scaling of global tables, of which there are none:
// none is listed, and none is found.
import { fault, operation } from '#model/dynamodb';
import { invalid } from '#services/dynamodb/faults';

const IMPORT_ARN = /^arn:[^:]+:dynamodb:[^:]*:\d{12}:table\/[a-zA-Z0-9_.-]+\/import\/.+$/;

export const ListImports = operation('ListImports', () => ({ ImportSummaryList: [] }));

export const DescribeImport = operation('DescribeImport', ({ ImportArn }) => {
  if (!IMPORT_ARN.test(ImportArn)) throw invalid('Invalid Import ARN');
  throw fault('ImportNotFoundException', `Import not found: ${ImportArn}`);
});

const noSuchBulkOperation = (arn: string) =>
  fault('ResourceNotFoundException', `Requested resource not found: Bulk operation: ${arn} not found`);

export const ListBulkOperations = operation('ListBulkOperations', () => ({ BulkOperationsSummaryList: [] }));

export const DescribeBulkOperation = operation('DescribeBulkOperation', ({ BulkOperationArn }) => {
  throw noSuchBulkOperation(BulkOperationArn);
});

export const CancelBulkOperation = operation('CancelBulkOperation', ({ BulkOperationArn }) => {
  throw noSuchBulkOperation(BulkOperationArn);
});

/** Tables of one region are answered so, too. */
const noSuchGlobalTable = (name: string) => fault('ResourceNotFoundException', `Global table with name: '${name}' does not exist.`);

export const DescribeTableReplicaAutoScaling = operation('DescribeTableReplicaAutoScaling', ({ TableName }) => {
  throw noSuchGlobalTable(TableName);
});

export const UpdateTableReplicaAutoScaling = operation('UpdateTableReplicaAutoScaling', ({ TableName }) => {
  throw noSuchGlobalTable(TableName);
});
