// Logs what an import could not take, in the service's log group: one line of JSON for each item (developer guide, validation errors of imports).
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { importArn, LOG_GROUP } from './imports.ts';
import type { Import } from './state.ts';

const AT_ONCE = 100;
/** Limit: errors that the log of an import holds. Further ones are counted alone. */
const MAX_LOGGED = 10_000;

async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
  }
}

export class ImportErrors {
  count = 0;
  #lines: string[] = [];
  #made = false;
  readonly #job: Frozen<Import>;
  readonly #ctx: Ctx;
  /** Imports log with the permissions of the client that began them, which is one of the account. */
  readonly #asAccount: { readonly withRole: string };

  constructor(job: Frozen<Import>, ctx: Ctx) {
    this.#job = job;
    this.#ctx = ctx;
    this.#asAccount = { withRole: formatArn({ service: 'iam', region: '', account: ctx.account, resource: 'root' }) };
  }

  /** @param itemIndex the line or row of the object, from 0 */
  async note(key: string, itemIndex: number, message: string): Promise<void> {
    if (this.count++ >= MAX_LOGGED) return;
    const itemS3Pointer = { bucket: this.#job.request.S3BucketSource.S3Bucket, key, itemIndex };
    this.#lines.push(JSON.stringify({ itemS3Pointer, importArn: importArn(this.#job, this.#ctx), errorMessages: [message] }));
    if (this.#lines.length === AT_ONCE) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    const of = { logGroupName: LOG_GROUP, logStreamName: `${this.#job.id}/error` };
    if (!this.#made) {
      await unlessThere(this.#ctx.call('logs', 'CreateLogGroup', { logGroupName: LOG_GROUP }, this.#asAccount));
      await unlessThere(this.#ctx.call('logs', 'CreateLogStream', of, this.#asAccount));
      this.#made = true;
    }
    const logEvents = this.#lines.map((message) => ({ timestamp: this.#ctx.now(), message }));
    this.#lines = [];
    await this.#ctx.call('logs', 'PutLogEvents', { ...of, logEvents }, this.#asAccount);
  }
}
