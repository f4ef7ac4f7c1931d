// GetAccountSettings: the limits of an account, and what it uses of them.
import { operation } from '#model/lambda';
import { MAX_UNZIPPED_BYTES } from '#services/lambda/code/archive';
import { ACCOUNT_CONCURRENCY, MAX_CODE_BYTES, MAX_ZIPPED_BYTES } from '#services/lambda/lookup/limits';
import { totalsOf } from '#services/lambda/lookup/totals';

export const GetAccountSettings = operation('GetAccountSettings', (_, ctx) => {
  const { functions, codeBytes, reserved } = totalsOf(ctx);
  return {
    AccountLimit: {
      TotalCodeSize: MAX_CODE_BYTES,
      CodeSizeUnzipped: MAX_UNZIPPED_BYTES,
      CodeSizeZipped: MAX_ZIPPED_BYTES,
      ConcurrentExecutions: ACCOUNT_CONCURRENCY,
      UnreservedConcurrentExecutions: ACCOUNT_CONCURRENCY - reserved,
    },
    AccountUsage: { TotalCodeSize: codeBytes, FunctionCount: functions },
  };
});
