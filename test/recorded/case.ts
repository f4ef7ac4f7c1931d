// The recorded cases of the tests: their form, and the words in which they are written.
import { type ClientCall, JsonText, type RecordedError } from '#lib/recorded/case';

export {
  ANY,
  type ClientCall,
  type HttpCall,
  JsonText,
  Moment,
  NONE,
  type RecordedCase,
  type RecordedCases,
  type RecordedError,
  type SocketCall,
  type Step,
} from '#lib/recorded/case';

export const json = (value: unknown): JsonText => new JsonText(value);

/** A call, with what of its answer is compared. */
export const call = (
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  more: Omit<Partial<ClientCall>, 'call' | 'input'> = {},
): ClientCall => ({ call: name, input, ...more });

/** A call that the service refuses. */
export const refused = (
  call: string,
  input: Readonly<Record<string, unknown>>,
  code: string,
  message?: string | RegExp,
  more: Partial<RecordedError> = {},
): ClientCall => ({ call, input, error: { code, ...(message === undefined ? {} : { message }), ...more } });

const LOCALSTACK = 'localstack/localstack, tests/aws/services/';
/** A test of LocalStack's with a recorded answer of the real service: `sqs/test_sqs.py::test_name`. */
export const localstack = (test: string): string => `${LOCALSTACK}${test}`;
/** A test of ceph's suite, which is run against the real service; tests that it is known to fail are marked, and not used. */
export const ceph = (name: string): string => `ceph/s3-tests, s3tests/functional/test_s3.py::${name}`;
/** A test of moto's that passes against the real service. */
export const moto = (test: string): string => `getmoto/moto, ${test} (verified against the service)`;
