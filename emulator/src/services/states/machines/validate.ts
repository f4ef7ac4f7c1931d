// The check of a definition by itself.
import { operation } from '#model/states';
import { checkText } from '#services/states/definitions';
import type { MachineType } from '#services/states/state';

const DEFAULT_MAX = 100;

export const ValidateStateMachineDefinition = operation('ValidateStateMachineDefinition', async (input, ctx) => {
  const { definition, type = 'STANDARD', severity, maxResults } = input;
  const { diagnostics } = await checkText(definition, type as MachineType, ctx);
  const listed = diagnostics.filter((diagnostic) => severity !== 'ERROR' || diagnostic.severity === 'ERROR');
  const limit = maxResults === undefined || maxResults === 0 ? DEFAULT_MAX : maxResults;
  const isFailed = diagnostics.some((diagnostic) => diagnostic.severity === 'ERROR');
  return { result: isFailed ? 'FAIL' : 'OK', diagnostics: listed.slice(0, limit), truncated: listed.length > limit };
});
