// Lists of what cannot be made here: look-up tables, imports, integrations, syslog receivers, index policies.
import { operation } from '#model/logs';

export const DescribeLookupTables = operation('DescribeLookupTables', () => ({ lookupTables: [] }));
export const DescribeImportTasks = operation('DescribeImportTasks', () => ({ imports: [] }));
export const ListIntegrations = operation('ListIntegrations', () => ({ integrationSummaries: [] }));
export const ListSyslogConfigurations = operation('ListSyslogConfigurations', () => ({ syslogConfigurations: [] }));
