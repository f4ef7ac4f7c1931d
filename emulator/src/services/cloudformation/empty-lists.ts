// Lists of what cannot be made here: no types are registered, no templates generated, no stacks refactored, no hooks called.
import { operation } from '#model/cloudformation';

export const ListTypeRegistrations = operation('ListTypeRegistrations', () => ({ RegistrationTokenList: [] }));
export const ListGeneratedTemplates = operation('ListGeneratedTemplates', () => ({ Summaries: [] }));
export const ListResourceScans = operation('ListResourceScans', () => ({ ResourceScanSummaries: [] }));
export const ListStackRefactors = operation('ListStackRefactors', () => ({ StackRefactorSummaries: [] }));
export const ListHookResults = operation('ListHookResults', () => ({ HookResults: [] }));
