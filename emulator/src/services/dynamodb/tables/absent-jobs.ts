// Bulk operations, which cannot be begun here (see `refused` in the manifest): none is listed, and none is found.
import { fault, operation } from '#model/dynamodb';

const noSuchBulkOperation = (arn: string) =>
  fault('ResourceNotFoundException', `Requested resource not found: Bulk operation: ${arn} not found`);

export const ListBulkOperations = operation('ListBulkOperations', () => ({ BulkOperationsSummaryList: [] }));

export const DescribeBulkOperation = operation('DescribeBulkOperation', ({ BulkOperationArn }) => {
  throw noSuchBulkOperation(BulkOperationArn);
});

export const CancelBulkOperation = operation('CancelBulkOperation', ({ BulkOperationArn }) => {
  throw noSuchBulkOperation(BulkOperationArn);
});
