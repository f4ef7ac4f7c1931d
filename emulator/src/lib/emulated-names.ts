// Host names that mean the emulator, whatever service, bucket, API or function stands before them.

const EMULATED = /(^|\.)(amazonaws\.com(\.cn)?|api\.aws|on\.aws|localhost\.localstack\.cloud)$/;

/** The same as a list: each with every name below it. */
export const EMULATED_DOMAINS: readonly string[] = ['amazonaws.com', 'amazonaws.com.cn', 'api.aws', 'on.aws', 'localhost.localstack.cloud'];

/** `name`: lower case, without a dot at its end. */
export const isEmulated = (name: string): boolean => EMULATED.test(name);

/** For processes of functions, which take these names and every `*.localhost` to the gateway: an expression that all their languages read. */
export const FUNCTION_NAMES = `${EMULATED.source}|\\.localhost$`;
