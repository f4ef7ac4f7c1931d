// Message bodies and attributes: in the record while small, in a blob otherwise.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import type { Content, Message } from '#services/sqs/state';

const NO_ATTRIBUTES: Content['attributes'] = [];
const MAX_INSIDE_BYTES = 65_536;

type BlobText = { body: string; attributes: { name: string; type: string; text?: string; base64?: string }[] };

export const fitsInside = (sizeBytes: number): boolean => sizeBytes <= MAX_INSIDE_BYTES;

/** Content in the form that the record stores. */
export const insideOf = (content: Content): string | Content => (content.attributes.length === 0 ? content.body : content);

export const isBlob = (content: Frozen<Message['content']>): content is Frozen<BlobRef> =>
  typeof content === 'object' && 'sha256' in content;

/** The content of a record, from the form that `insideOf` makes. */
export const contentInside = (kept: string | Frozen<Content>): Frozen<Content> =>
  typeof kept === 'string' ? { body: kept, attributes: NO_ATTRIBUTES } : kept;

export async function storeContent({ body, attributes }: Content, ctx: Ctx): Promise<BlobRef> {
  const text: BlobText = {
    body,
    attributes: attributes.map(({ name, type, value }) =>
      typeof value === 'string' ? { name, type, text: value } : { name, type, base64: Buffer.from(value).toString('base64') },
    ),
  };
  return await ctx.blobs.put(Buffer.from(JSON.stringify(text)));
}

export async function loadContent(ref: Frozen<BlobRef>, ctx: Ctx): Promise<Content> {
  const { body, attributes } = JSON.parse(Buffer.from(await ctx.blobs.read(ref)).toString()) as BlobText;
  return {
    body,
    attributes: attributes.map(({ name, type, text, base64 = '' }) => ({ name, type, value: text ?? Buffer.from(base64, 'base64') })),
  };
}
