// Options that many commands have.

/** For commands that answer once. */
export const JSON_OUTPUT = ['--json', 'one JSON document on stdout, for machines'] as const;
export const ENDPOINT = ['--endpoint <url>', 'where the emulator listens (default: AWS_ENDPOINT_URL, else GATEWAY_LISTEN)'] as const;
