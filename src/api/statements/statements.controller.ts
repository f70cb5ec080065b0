/**
 * Serves GET /statements and below: a customer's complete statements and their proofs. Issues no statement.
 */
import { createReadStream } from 'node:fs';
import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { UnpublishedKeyOperation, CurrentCaller } from '../../access/gate/api-operation.js';
import { fileEndsWith, fileDigest, keptStatementPath } from '../../billing/statements/kept-file.js';
import { PublishedHeads } from '../../heads/published-heads.js';
import { withCosignatures } from '../../heads/witnesses.js';
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import { completeOf } from '../../streams/statement/statement.decider.js';
import { plainBytes, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { Answer, ok, refuse } from '../../../packages/platform/src/http/answer.js';
import { Pieces } from '../../../packages/platform/src/http/pieces.js';
import { COORDINATION, EVENT_STORE, SETTINGS } from '../../../packages/platform/src/nest/tokens.js';
import type { Settings } from '../../settings/settings.js';
import { StatementFileMaker } from './statement-file-maker.js';

/** The seconds after which a client should ask again for a file that is being made. */
const MAKING_RETRY_SECONDS = 5;

const NO_STATEMENT =
  'The account has no complete statement of this month. GET /statements lists those it has.';
/** The seconds after which a client should ask again for a proof that is not in the log of heads yet. */
const LOGGING_RETRY_SECONDS = 30;
const NOT_LOGGED = 'This statement has no entry in the log of heads yet. Ask again after Retry-After.';
const BEING_MADE =
  'The file of this statement is being made again from the log. Ask again after Retry-After.';

@Controller('statements')
export class StatementsController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'dataDir'>,
    private readonly maker: StatementFileMaker,
    private readonly heads: PublishedHeads,
    @Inject(COORDINATION) private readonly coordination: Coordination,
  ) {}

  /** Lists the months, the newest first. `sha256` is null while the file is not on this machine. */
  @Get()
  @UnpublishedKeyOperation({ id: 'listStatements', scope: 'read', rateLimits: ['default'] })
  async list(@CurrentCaller() { account_id }: Caller): Promise<Answer> {
    const { complete } = await statementsOf(this.store, account_id);
    const statements: object[] = [];
    for (const { head, signature } of complete.toReversed()) {
      const path = keptStatementPath(this.settings.dataDir, account_id, head.month);
      const sha256 = (await fileEndsWith(path, { head, signature })) ? await fileDigest(path) : null;
      statements.push({ month: head.month, state: 'complete', issued_at: head.issued_at, sha256 });
    }
    return ok({ statements });
  }

  /** Sends the signed file unchanged. */
  @Get(':month')
  @UnpublishedKeyOperation({ id: 'getStatement', scope: 'read', rateLimits: ['default'] })
  async file(
    @CurrentCaller() { account_id }: Caller,
    @Param('month') month: string,
    @Req() { method }: FastifyRequest,
  ): Promise<Answer> {
    const issuedStatement = completeOf(await statementsOf(this.store, account_id), month);
    if (issuedStatement === undefined) return refuse('not_found', { message: NO_STATEMENT });
    const path = keptStatementPath(this.settings.dataDir, account_id, month);
    if (await fileEndsWith(path, issuedStatement)) return fileAnswer(path, await fileDigest(path));
    // A HEAD request starts no work.
    if (method !== 'HEAD') this.maker.begin(account_id, month);
    return refuse('unavailable', { message: BEING_MADE }, { 'Retry-After': String(MAKING_RETRY_SECONDS) });
  }

  /** Sends the proof that the statement is in the log of heads. */
  @Get(':month/proof')
  @UnpublishedKeyOperation({ id: 'getStatementProof', scope: 'read', rateLimits: ['default'] })
  async proof(@CurrentCaller() { account_id }: Caller, @Param('month') month: string): Promise<Answer> {
    const issuedStatement = completeOf(await statementsOf(this.store, account_id), month);
    if (issuedStatement === undefined) return refuse('not_found', { message: NO_STATEMENT });
    const proof = await this.heads.proofOfStatement(issuedStatement.head);
    if (proof !== null) {
      const checkpoint = await withCosignatures(this.coordination, proof.checkpoint);
      return ok({ ...proof, checkpoint }, { headers: { 'Cache-Control': 'private, no-cache' } });
    }
    return refuse('unavailable', { message: NOT_LOGGED }, { 'Retry-After': String(LOGGING_RETRY_SECONDS) });
  }
}

const fileAnswer = (path: string, sha256: string): Answer =>
  ok(new Pieces(piecesOf(path)), {
    etag: sha256,
    headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'private, no-cache' },
  });

async function* piecesOf(path: string): AsyncGenerator<KeptBytes> {
  for await (const bytes of createReadStream(path)) yield plainBytes(bytes as Buffer);
}
