// ListExports and ListImports.
import { operation } from '#model/cloudformation';
import { importersOf } from '#services/cloudformation/execution/exports';
import { invalid } from '#services/cloudformation/faults';
import { pageOfItems } from '#services/cloudformation/pages';
import { exported } from '#services/cloudformation/state';

export const ListExports = operation('ListExports', ({ NextToken }, ctx) => {
  const { items, ...rest } = pageOfItems(ctx.records(exported).entries(), ([key]) => key, { NextToken });
  return { Exports: items.map(([[Name], { stackId, value }]) => ({ ExportingStackId: stackId, Name, Value: value })), ...rest };
});

export const ListImports = operation('ListImports', ({ ExportName, NextToken }, ctx) => {
  const importers = ctx.records(exported).has([ExportName]) ? importersOf({ ctx }, ExportName) : undefined;
  if (!importers) throw invalid(`Export '${ExportName}' does not exist.`);
  if (importers.length === 0) throw invalid(`Export '${ExportName}' is not imported by any stack.`);
  const { items, ...rest } = pageOfItems(importers, (name) => [name], { NextToken });
  return { Imports: items, ...rest };
});
