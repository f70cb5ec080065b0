/** Serves GET /receipts/{event id}/proof: the proof that the event of a receipt is in the sealed log. */
import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { UnpublishedKeyOperation, CurrentCaller } from '../access/gate/api-operation.js';
import { withCosignatures } from '../heads/witnesses.js';
import { ReceiptProofs } from '../receipts/receipt-proofs.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { Answer, ok, refuse } from '../../packages/platform/src/http/answer.js';
import { COORDINATION } from '../../packages/platform/src/nest/tokens.js';

const EVENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RETRY_SECONDS = 10;
const NO_EVENT = 'The account has no event of this id. Take the id from line 5 of a receipt.';
const NOT_SEALED = 'This event is not sealed yet, or its proof is being made. Ask again after Retry-After.';

@Controller('receipts')
export class ReceiptsController {
  constructor(
    private readonly proofs: ReceiptProofs,
    @Inject(COORDINATION) private readonly coordination: Coordination,
  ) {}

  @Get(':event_id/proof')
  @UnpublishedKeyOperation({ id: 'getReceiptProof', scope: 'read', rateLimits: ['default'] })
  async proof(@CurrentCaller() { account_id }: Caller, @Param('event_id') eventId: string): Promise<Answer> {
    const id = eventId.toLowerCase();
    const proof = EVENT_ID.test(id) ? await this.proofs.proof(account_id, id) : 'unknown';
    if (proof === 'unknown') return refuse('not_found', { message: NO_EVENT });
    if (proof === 'not_yet')
      return refuse('unavailable', { message: NOT_SEALED }, { 'Retry-After': String(RETRY_SECONDS) });
    const checkpoint = await withCosignatures(this.coordination, proof.checkpoint);
    return ok({ ...proof, checkpoint }, { headers: { 'Cache-Control': 'private, no-cache' } });
  }
}
