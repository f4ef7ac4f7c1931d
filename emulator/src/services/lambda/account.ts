// What an account may use, and uses.
import { operation } from '#model/lambda';
import { MOST_UNZIPPED_BYTES } from './code/archive.ts';
import { ACCOUNT_CONCURRENCY, MOST_CODE_BYTES, MOST_ZIPPED_BYTES } from './limits.ts';
import { totalsOf } from './totals.ts';

export const GetAccountSettings = operation('GetAccountSettings', (_, ctx) => {
  const { functions, codeBytes, reserved } = totalsOf(ctx);
  return {
    AccountLimit: {
      TotalCodeSize: MOST_CODE_BYTES,
      CodeSizeUnzipped: MOST_UNZIPPED_BYTES,
      CodeSizeZipped: MOST_ZIPPED_BYTES,
      ConcurrentExecutions: ACCOUNT_CONCURRENCY,
      UnreservedConcurrentExecutions: ACCOUNT_CONCURRENCY - reserved,
    },
    AccountUsage: { TotalCodeSize: codeBytes, FunctionCount: functions },
  };
});
