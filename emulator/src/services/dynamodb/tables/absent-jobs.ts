// Imports and bulk operations, which cannot be begun here (see `refused` in the manifest): none is listed, and none is found.
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
