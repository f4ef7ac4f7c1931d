// Lists of what cannot be made here: there are no managed nodes, and so no windows, commands, sessions, associations and reports of them.
import { operation } from '#model/ssm';

export const DescribeMaintenanceWindows = operation('DescribeMaintenanceWindows', () => ({ WindowIdentities: [] }));
export const DescribeMaintenanceWindowsForTarget = operation('DescribeMaintenanceWindowsForTarget', () => ({ WindowIdentities: [] }));
export const DescribePatchGroups = operation('DescribePatchGroups', () => ({ Mappings: [] }));
export const DescribeOpsItems = operation('DescribeOpsItems', () => ({ OpsItemSummaries: [] }));
export const ListOpsMetadata = operation('ListOpsMetadata', () => ({ OpsMetadataList: [] }));
export const ListComplianceItems = operation('ListComplianceItems', () => ({ ComplianceItems: [] }));
export const ListComplianceSummaries = operation('ListComplianceSummaries', () => ({ ComplianceSummaryItems: [] }));
export const ListResourceComplianceSummaries = operation('ListResourceComplianceSummaries', () => ({ ResourceComplianceSummaryItems: [] }));
export const GetInventory = operation('GetInventory', () => ({ Entities: [] }));
export const ListResourceDataSync = operation('ListResourceDataSync', () => ({ ResourceDataSyncItems: [] }));
export const DescribeInventoryDeletions = operation('DescribeInventoryDeletions', () => ({ InventoryDeletions: [] }));
export const DescribeAutomationExecutions = operation('DescribeAutomationExecutions', () => ({ AutomationExecutionMetadataList: [] }));
export const DescribeInstanceInformation = operation('DescribeInstanceInformation', () => ({ InstanceInformationList: [] }));
export const DescribeInstanceProperties = operation('DescribeInstanceProperties', () => ({ InstanceProperties: [] }));
export const ListAssociations = operation('ListAssociations', () => ({ Associations: [] }));
export const ListCommands = operation('ListCommands', () => ({ Commands: [] }));
export const ListCommandInvocations = operation('ListCommandInvocations', () => ({ CommandInvocations: [] }));
export const DescribeSessions = operation('DescribeSessions', () => ({ Sessions: [] }));
export const DescribeActivations = operation('DescribeActivations', () => ({ ActivationList: [] }));
export const ListNodes = operation('ListNodes', () => ({ Nodes: [] }));
export const ListCloudConnectors = operation('ListCloudConnectors', () => ({ CloudConnectors: [] }));
