// Compresses answers as clients accept it, where AWS_LWA_ENABLE_COMPRESSION is set.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WebAnswer } from './web-answer.ts';

/** Smaller bodies are not compressed, and nothing that is compressed already or streams events. */
const MIN_BYTES = 32;
const LEFT_ALONE = /^(?:image\/(?!svg\+xml)|application\/grpc|text\/event-stream)/i;
/** A balance of time and size for what is made on the fly. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** `asked`: the headers of the request, names and values in turn. */
export async function compressed(answer: WebAnswer, asked: readonly string[]): Promise<WebAnswer> {
  const { headers, body } = answer;
  const encoding = accepted(headerIn(asked, 'accept-encoding'));
  const isLeft =
    body.length < MIN_BYTES || LEFT_ALONE.test(headerIn(headers, 'content-type')) || headerIn(headers, 'content-encoding') !== '';
  if (encoding === undefined || isLeft) return answer;
  const kept = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== 'content-length');
  return {
    ...answer,
    headers: [...kept, 'content-encoding', encoding, 'vary', 'accept-encoding'],
    body: encoding === 'br' ? await promisify(brotliCompress)(body, BROTLI) : await promisify(gzip)(body),
  };
}

const headerIn = (headers: readonly string[], wanted: string): string =>
  headers.find((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === wanted) ?? '';

const NOT_AT_ALL = /;\s*q=0(?:\.0*)?$/;

function accepted(header: string): 'br' | 'gzip' | undefined {
  const offered = header.split(',').map((each) => each.trim().toLowerCase());
  const takes = (name: string): boolean => offered.some((each) => each === name || (each.startsWith(`${name};`) && !NOT_AT_ALL.test(each)));
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
}
