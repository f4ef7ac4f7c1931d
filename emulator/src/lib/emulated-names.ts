// Host names that mean the emulator, with any service, bucket, API or function name in front.

const EMULATED = /(^|\.)(amazonaws\.com(\.cn)?|api\.aws|on\.aws|amazoncognito\.com|localhost\.localstack\.cloud)$/;

/** The same as a list; each domain includes all names below it. */
export const EMULATED_DOMAINS: readonly string[] = [
  'amazonaws.com',
  'amazonaws.com.cn',
  'api.aws',
  'on.aws',
  'amazoncognito.com',
  'localhost.localstack.cloud',
];

/** `name`: lower case, without a trailing dot. */
export const isEmulated = (name: string): boolean => EMULATED.test(name);

/** The names that processes of functions send to the gateway, `*.localhost` included, as a regular expression that all runtimes read. */
export const FUNCTION_NAMES = `${EMULATED.source}|\\.localhost$`;
