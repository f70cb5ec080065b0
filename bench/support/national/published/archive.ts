/** An archive as publishers pack theirs; the same members give the same bytes. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const ALIKE = { mtime: new Date(0), mode: 0o100644 };

/** @param members content by name; text that is made as it is written is packed fast, and so less */
export async function writeArchive(
  path: string,
  members: Readonly<Record<string, Buffer | Iterable<string>>>,
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(members))
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, ALIKE);
    else zip.addReadStream(Readable.from(content), name, { ...ALIKE, compressionLevel: 1 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
