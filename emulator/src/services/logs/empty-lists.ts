// Lists of what cannot be made here: imports, integrations, syslog receivers.
import { operation } from '#model/logs';

export const DescribeImportTasks = operation('DescribeImportTasks', () => ({ imports: [] }));
export const ListIntegrations = operation('ListIntegrations', () => ({ integrationSummaries: [] }));
export const ListSyslogConfigurations = operation('ListSyslogConfigurations', () => ({ syslogConfigurations: [] }));
