// Messages of the gateway.
import { defineError } from '#lib/emulator-error';
import { defineMessage } from '#lib/message';

export const REQUEST_REFUSED = defineMessage({
  code: 'REQUEST_REFUSED',
  level: 'warn',
  description: "A web page of another origin, or a host name that is not the emulator's, was refused.",
  hint: '`CORS_ALLOWED_ORIGINS` and `GATEWAY_HOSTS` admit more.',
  text: ({ reason }: { reason: string }) => `refused a request: ${reason}`,
});

export const SIGNATURE_BAD = defineMessage({
  code: 'SIGNATURE_BAD',
  level: 'warn',
  description: 'A request with a bad signature was answered, because `SIGNATURES` only warns.',
  hint: "Compare the client's secret key, region and clock with what the cloud would expect.",
  text: ({ operation, code, reason }: { operation: string; code: string; reason: string }) =>
    `the signature of ${operation} is bad, ${code}: ${reason}`,
});

export const AUTHORITY_NOTICE = defineMessage({
  code: 'AUTHORITY_NOTICE',
  level: 'warn',
  description: 'The certificate authority for https:// was made anew, because the old one could vouch for any name.',
  hint: 'Trust it again: `emulator trust` tells how.',
  text: ({ notice }: { notice: string }) => notice,
});

export const PORT_TAKEN = defineError({
  code: 'PORT_TAKEN',
  description: "Another process listens on the gateway's port.",
  remedy: '`emulator status` tells whether it is an emulator; `GATEWAY_LISTEN=127.0.0.1:4567` uses another port.',
});

export const PORT_FORBIDDEN = defineError({
  code: 'PORT_FORBIDDEN',
  description: 'This user may not open that port.',
  remedy: 'Use a port from 1024 up.',
});

export const STATE_NAME_INVALID = defineError({
  code: 'STATE_NAME_INVALID',
  description: 'The name of a saved state is missing, is given twice, or is not a file name.',
  remedy: 'Use letters, digits, `.`, `_` and `-`; the file is in `states` of the data directory.',
});

export const CLOCK_WAITS = defineError({
  code: 'CLOCK_WAITS',
  description: 'The clock waits for a function that waits for a debugger (`NODE_OPTIONS=--inspect-brk`).',
  remedy: 'Attach a debugger: the clock moves on by itself once the function has ended.',
});

export const CLOCK_MOVE_INVALID = defineError({
  code: 'CLOCK_MOVE_INVALID',
  description: 'The request to `/_emulator/clock` has no time, more than one, or an earlier one.',
  remedy: '`{"advance": "5m"}` or `{"to": "2030-01-01T00:00:00Z"}`.',
});

export const CALL_UNKNOWN = defineError({
  code: 'CALL_UNKNOWN',
  description: 'A call by name asks for a service, an operation or a member of its input that is not there.',
  remedy: 'The error names the nearest; `emulator docs coverage` lists services and operations.',
});

export const CALL_REFUSED = defineError({
  code: 'CALL_REFUSED',
  description: 'A call by name was refused by its service.',
  remedy: 'The error has the code and the message of the service; `emulator why` has the call.',
});

export const TOKEN_INVALID = defineError({
  code: 'TOKEN_INVALID',
  description: 'A token cannot be signed: a claim has no value, the lifetime is no duration, or the token would be too long.',
  remedy: '`emulator token --issuer https://issuer.example --claim sub=ann --claim \'groups:=["admin"]\' --lifetime 1h`.',
});

export const EVENT_MISSING = defineError({
  code: 'EVENT_MISSING',
  description: 'The emulator does not know the event, or has forgotten it: only the last events are kept, in memory.',
  remedy: '`emulator events tail` shows the events that are kept; PutEvents answers their ids.',
});

export const PATTERN_EXPLAIN_INVALID = defineError({
  code: 'PATTERN_EXPLAIN_INVALID',
  description: 'The pattern that `/_emulator/explain` was asked about is not valid, or the event is no JSON object.',
  remedy: 'The message says where, as the service does.',
});

export const TRACE_MISSING = defineError({
  code: 'TRACE_MISSING',
  description: 'The emulator does not know the request, or has forgotten it: only the last requests are kept, in memory.',
  remedy: '`emulator why` without an argument explains what failed last; `GET /_emulator/traces` lists the requests that are kept.',
});

export const REPLAY_IMPOSSIBLE = defineError({
  code: 'REPLAY_IMPOSSIBLE',
  description:
    'The request is not kept whole, so it cannot be sent again as it was; or its new input holds the mark that stands in place of a secret.',
  remedy:
    'Send it with an input (`emulator replay ID --input`), or send it by the program that sent it. `TRACE_PAYLOADS=0` keeps no requests.',
});

export const FAULT_MISSING = defineError({
  code: 'FAULT_MISSING',
  description: 'There is no fault with this id, or it has ended.',
  remedy: '`emulator fault list` shows the faults that have not ended.',
});

export const IDENTITY_MISSING = defineError({
  code: 'IDENTITY_MISSING',
  description: 'There is no user or role with this ARN, and none has called.',
  remedy: '`emulator policy` lists the identities that have called.',
});

export const BODY_INVALID = defineError({
  code: 'BODY_INVALID',
  description: 'The body of a request to a management endpoint is not a JSON object, or has an unknown member or an invalid value.',
  remedy: 'The message names the member; [management](management.md) lists the valid ones.',
});

export const PARAMETER_INVALID = defineError({
  code: 'PARAMETER_INVALID',
  description: 'The query or the path of a request to a management endpoint has an unknown parameter or an invalid value.',
  remedy: 'The message names the parameter; [management](management.md) lists the valid ones.',
});

export const AGENTS_MISSING = defineError({
  code: 'AGENTS_MISSING',
  description: 'An agent asked `/_emulator/mcp`, which is off.',
  remedy: '`MCP_SERVER=on` or `MCP_SERVER=read-only` at the start; `emulator mcp` needs neither.',
});

export const STUB_MISSING = defineError({
  code: 'STUB_MISSING',
  description: 'There is no stub of that call.',
  remedy: '`emulator stub list` shows them.',
});
