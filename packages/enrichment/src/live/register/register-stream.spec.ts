import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readStream, type StreamPiece } from './register-stream.js';

/** Serves these bytes in pieces of so many, each by itself. */
async function serving(bytes: Buffer, size: number): Promise<Server> {
  const server = createServer((_request, response) => {
    void (async () => {
      response.socket?.setNoDelay(true);
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size));
        await nextTurn();
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function eventsOf(bytes: Buffer, size: number): Promise<StreamPiece[]> {
  const server = await serving(bytes, size);
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  const pieces: StreamPiece[] = [];
  const asked = { url: `http://127.0.0.1:${port}/charges`, key: 'k', timepoint: null, signal };
  for await (const piece of readStream(asked)) if (piece.kind !== 'heard') pieces.push(piece);
  await new Promise((resolve) => server.close(resolve));
  return pieces;
}

describe('the events of a stream', () => {
  const lines = Array.from({ length: 60 }, (_, place) =>
    JSON.stringify({ data: { name: `Caffè Zoë № ${place} 🏢` }, event: { timepoint: 1_000 + place } }),
  );
  const bytes = Buffer.from(`\n${lines.join('\n')}\n`);

  it.each([
    ['cut anywhere, in the middle of a character too', 7],
    ['many to a piece', 1_000],
    ['all in one piece', bytes.length],
  ])('come each once and in order: %s', async (_title, size) => {
    expect(await eventsOf(bytes, size)).toEqual(
      lines.map((line, place) => ({ kind: 'event', timepoint: 1_000 + place, line })),
    );
  });

  it('count only once their line has its end', async () => {
    expect(await eventsOf(bytes.subarray(0, bytes.length - 1), 50)).toHaveLength(lines.length - 1);
  });
});
