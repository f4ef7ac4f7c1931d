// Reads one file of a zip archive.
import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/** Undefined where the archive has no such file. */
export function readArchiveFile(archive: Buffer, name: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      zip.once('error', reject);
      zip.once('end', () => resolve(undefined));
      zip.on('entry', (entry) => {
        if (entry.fileName !== name) return zip.readEntry();
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error);
          buffer(stream).then((bytes) => resolve(bytes.toString()), reject);
        });
      });
      zip.readEntry();
    });
  });
}
