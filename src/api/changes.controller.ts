/**
 * Serves GET /changes and below: for each day a file of the companies whose records changed. Bills nothing.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { UnpublishedKeyOperation } from '../access/gate/api-operation.js';
import { changedSuppressions } from '../jobs/suppressions/changed-suppressions.js';
import { Register } from '../../packages/enrichment/src/index.js';
import { plainBytes, type KeptBytes } from '../../packages/platform/src/bytes/deflated.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { Answer, failure, ok, refuse } from '../../packages/platform/src/http/answer.js';
import { codingFor } from '../../packages/platform/src/http/coding/compression.js';
import { Pieces } from '../../packages/platform/src/http/pieces.js';
import { CLOCK, EVENT_STORE, SETTINGS } from '../../packages/platform/src/nest/tokens.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { inTime } from '../../packages/platform/src/time/in-time.js';
import type { Settings } from '../settings/settings.js';

const FILE_NAME = /^(\d{4}-\d{2}-\d{2})\.ndjson$/;
const NO_FILE =
  'There are no changes of this day. GET /changes names the first day and today: ask for everything.';
const BEING_MADE = 'The changes of this day are being put together. Ask again after Retry-After.';
const RETRY_SECONDS = 2;
/** Milliseconds for which a call waits for a file that is being made. */
const WAIT_MS = 10_000;

@Controller('changes')
export class ChangesController {
  private openedChanges: ReturnType<typeof Register.openChanges> | undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'dataDir' | 'keyHashSecret' | 'mongodbUrl'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @UnpublishedKeyOperation({ id: 'listChanges', scope: 'any', rateLimits: ['default'] })
  async list(): Promise<Answer> {
    const { index } = await this.changes();
    return ok(index(this.clock.now()), { headers: { 'Cache-Control': 'private, no-cache' } });
  }

  @Get(':file')
  @UnpublishedKeyOperation({ id: 'getChanges', scope: 'any', rateLimits: ['default'] })
  async file(@Param('file') name: string, @Req() request: FastifyRequest): Promise<Answer> {
    const [, day] = FILE_NAME.exec(name) ?? [];
    if (day === undefined) return refuse('not_found', { message: NO_FILE });
    const { files } = await this.changes();
    const file = await inTime(files.file(day, this.clock.now()), WAIT_MS, () => 'later' as const);
    if (file === 'later')
      return refuse('unavailable', { message: BEING_MADE }, { 'Retry-After': String(RETRY_SECONDS) });
    return file === null ? refuse('not_found', { message: NO_FILE }) : fileAnswer(file, request);
  }

  private changes(): ReturnType<typeof Register.openChanges> {
    const { store, settings } = this;
    const secret = settings.keyHashSecret;
    this.openedChanges ??= Register.openChanges(
      {
        dataDir: settings.dataDir,
        shared: settings.mongodbUrl !== null,
        suppressions: (window) => changedSuppressions({ store, secret }, window),
      },
      this.clock.now(),
    );
    return this.openedChanges;
  }
}

/**
 * Answers with the file, or with the requested range of its bytes before compression. A compressed answer has
 * a weak `ETag`, every other a strong one.
 */
async function fileAnswer(
  { path, tag }: Register.DayFile,
  { method, headers: { range, 'if-range': ifRange, 'accept-encoding': codings } }: FastifyRequest,
): Promise<Answer> {
  const strongTag = `"${tag}"`;
  const bodyHeaders = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'private, no-cache' };
  const headers = { ...bodyHeaders, 'Accept-Ranges': 'bytes' };
  const { size } = await stat(path);
  // `Range` has a meaning only in a GET (RFC 9110, 14.2).
  const rangeApplies = method === 'GET' && (ifRange === undefined || ifRange === strongTag);
  const part = rangeApplies ? parseByteRange(range, size) : null;
  if (part === 'unsatisfiable')
    return failure(416, 'range_not_satisfiable', {}, { 'Content-Range': `bytes */${size}` });
  if (part !== null) {
    const partHeaders = { ...headers, 'Content-Range': `bytes ${part.start}-${part.end}/${size}` };
    const body = piecesOf(path, part);
    return new Answer({ status: 206, body, headers: partHeaders, etag: tag, tag: strongTag });
  }
  const isUncompressed = codingFor(codings, 'fast') === null;
  return ok(piecesOf(path), { headers, etag: tag, tag: isUncompressed ? strongTag : `W/${strongTag}` });
}

function piecesOf(path: string, part: { readonly start?: number; readonly end?: number } = {}): Pieces {
  async function* pieces(): AsyncGenerator<KeptBytes> {
    for await (const bytes of createReadStream(path, part)) yield plainBytes(bytes as Buffer);
  }
  return new Pieces(pieces());
}

/**
 * Returns the bytes that `Range` names (RFC 9110, 14): `bytes=100-`, `bytes=0-99` or `bytes=-100`.
 * @param size the bytes of the whole file
 * @returns null if the header is absent or malformed, or names several ranges or another unit; then the whole
 *   file is sent
 */
function parseByteRange(header: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
