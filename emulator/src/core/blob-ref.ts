// Tells contents that a record holds from contents that it names in a blob.
import type { BlobRef, Frozen } from './records.ts';

export const isBlobRef = (content: Uint8Array | Frozen<BlobRef>): content is BlobRef => !(content instanceof Uint8Array);
