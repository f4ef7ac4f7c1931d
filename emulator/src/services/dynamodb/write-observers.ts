// Everything that observes the writes of items: the history for backups, the stream of the table, its data stream, and its replicas in other regions.
import { noteOldItem } from './backups/history.ts';
import { noteForDestination } from './destinations/note-change.ts';
import type { WriteObserver } from './items/write-observer.ts';
import { noteForReplicas } from './replicas/note-write.ts';
import { recordChange } from './streams/record-change.ts';

/** In the order in which they run. */
export const WRITE_OBSERVERS: readonly WriteObserver[] = [noteOldItem, recordChange, noteForDestination, noteForReplicas];
