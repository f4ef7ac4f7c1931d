// Code is an archive, which is a blob that records hold, or a folder of this machine. Pure.
import type { BlobRef, Frozen } from '#core/records';
import type { CodeRef, FolderRef } from '#services/lambda/state';

export const isFolder = (code: Frozen<CodeRef> | undefined): code is Frozen<FolderRef> => code !== undefined && 'folder' in code;

/** The blob that a record with this code holds, if it holds one. */
export const blobsOf = (code: Frozen<CodeRef> | undefined): readonly Frozen<BlobRef>[] =>
  code === undefined || isFolder(code) ? [] : [code];

/** 0 for a folder: nobody knows how large it will be. */
export const sizeBytesOf = (code: Frozen<CodeRef> | undefined): number => blobsOf(code)[0]?.sizeBytes ?? 0;
