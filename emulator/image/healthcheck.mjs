// Whether the emulator in this container is ready: every init script has ended.
const port = /:(\d+)$/.exec(process.env.GATEWAY_LISTEN ?? '')?.[1] ?? '4566';
const answer = await fetch(`http://127.0.0.1:${port}/_emulator/health?ready=1`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
