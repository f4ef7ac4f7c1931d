// The refusal of a call, in the words of the cloud.

export class Fault extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, status: number, requestId?: string) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

export const wordsOf = (error: unknown): string =>
  error instanceof Fault ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : String(error);

/** `com.amazonaws.sqs#QueueDoesNotExist:http://…` → `QueueDoesNotExist` */
export const shortCode = (code: string): string => code.split('#').at(-1)!.split(':')[0]!;
