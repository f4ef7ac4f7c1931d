// Dashboards: bodies that come back as they were put. Their form is checked, not their widgets.
import { pager } from '#core/pager';
import { fault, operation } from '#model/cloudwatch';
import { dashboardArn } from './arns.ts';
import { invalidToken, invalidValue } from './faults.ts';
import { dashboards, tags } from './state.ts';
import { ALARM_TAGS } from './tag-rules.ts';

const NAME = /^[A-Za-z0-9_-]{1,255}$/;

export const PutDashboard = operation('PutDashboard', ({ DashboardName: name, DashboardBody: body, Tags }, ctx) => {
  if (!NAME.test(name))
    throw invalidValue(
      `The value for field DashboardName contains invalid characters. It can only contain alphanumerics, dash (-) and underscore (_).\n`,
    );
  const problem = problemOf(body);
  if (problem !== undefined)
    throw fault('DashboardInvalidInputError', 'The field DashboardBody must be a valid JSON object', {
      dashboardValidationMessages: [{ DataPath: '/', Message: problem }],
    });
  const records = ctx.records(dashboards);
  ctx.write((tx) => {
    if (!records.has([name]) && Tags) tx.put(ctx.records(tags), [dashboardArn(name, ctx)], { tags: ALARM_TAGS.ofNew(Tags, ctx) });
    tx.put(records, [name], { name, body, modifiedMs: ctx.now() });
  });
  return { DashboardValidationMessages: [] };
});

function problemOf(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The dashboard body must be a JSON object';
    const { widgets } = value as { widgets?: unknown };
    return widgets !== undefined && !Array.isArray(widgets) ? 'Should be an array: widgets' : undefined;
  } catch {
    return 'Invalid JSON';
  }
}

export const GetDashboard = operation('GetDashboard', ({ DashboardName: name }, ctx) => {
  const found = ctx.records(dashboards).get([name]);
  if (!found) throw fault('DashboardNotFoundError', `Dashboard ${name} does not exist`);
  return { DashboardName: name, DashboardArn: dashboardArn(name, ctx), DashboardBody: found.body };
});

export const DeleteDashboards = operation('DeleteDashboards', ({ DashboardNames }, ctx) => {
  const records = ctx.records(dashboards);
  const absent = DashboardNames.find((name) => !records.has([name]));
  if (absent !== undefined) throw fault('DashboardNotFoundError', `Dashboard ${absent} does not exist`);
  ctx.write((tx) => {
    for (const name of DashboardNames) {
      tx.delete(records, [name]);
      tx.delete(ctx.records(tags), [dashboardArn(name, ctx)]);
    }
  });
});

const PAGE = 1000;
const { pageOfValues } = pager({
  request: ({ NextToken }: { NextToken?: string | undefined }) => ({ limit: PAGE, token: NextToken }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

export const ListDashboards = operation('ListDashboards', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(dashboards), [], input, { startsWith: input.DashboardNamePrefix });
  return {
    DashboardEntries: items.map(({ name, body, modifiedMs }) => ({
      DashboardName: name,
      DashboardArn: dashboardArn(name, ctx),
      LastModified: new Date(modifiedMs),
      Size: Buffer.byteLength(body),
    })),
    NextToken,
  };
});
