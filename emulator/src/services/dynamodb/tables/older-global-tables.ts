// Operations of global tables of 2017, which the service answers and no longer makes: there is none, so none is found.
import { fault, operation } from '#model/dynamodb';
import { invalidParameter } from '#services/dynamodb/faults';

const notSupported = () =>
  invalidParameter(
    'DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).',
  );
const missing = (name: string) => `Global table with name: '${name}' does not exist.`;
const noSuchGlobalTable = (name: string) => fault('GlobalTableNotFoundException', `Global table not found: ${missing(name)}`);
/** Operations on settings leave out the first words. */
const noSuchSettings = (name: string) => fault('GlobalTableNotFoundException', missing(name));

/** As recorded in 2026 (aws-controllers-k8s/dynamodb-controller, pull request 167). */
export const CreateGlobalTable = operation('CreateGlobalTable', () => {
  throw notSupported();
});

export const UpdateGlobalTable = operation('UpdateGlobalTable', () => {
  throw notSupported();
});

export const DescribeGlobalTable = operation('DescribeGlobalTable', ({ GlobalTableName }) => {
  throw noSuchGlobalTable(GlobalTableName);
});

export const DescribeGlobalTableSettings = operation('DescribeGlobalTableSettings', ({ GlobalTableName }) => {
  throw noSuchSettings(GlobalTableName);
});

export const UpdateGlobalTableSettings = operation('UpdateGlobalTableSettings', ({ GlobalTableName }) => {
  throw noSuchSettings(GlobalTableName);
});

export const ListGlobalTables = operation('ListGlobalTables', () => ({ GlobalTables: [] }));
