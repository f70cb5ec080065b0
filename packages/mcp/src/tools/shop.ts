/**
 * What the tools of a customer share: the service, its prices, the record of what was spent, and the caps.
 */
import { createRequestStateCodec, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { RequestStateCodec } from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Payments, type BilledCall, type Outlook, type Paid } from '../api/payments.js';
import { PriceSource } from '../api/prices.js';
import type { Service } from '../api/service.js';
import { resultOf } from '../results/as-data.js';
import { capWords, estimateFacts } from '../results/receipt.js';
import type { Cap, Cost } from '../spending/caps.js';
import { decimalOf, isMore, textOf, ZERO } from '../spending/decimal.js';
import type { Ledger } from '../spending/ledger.js';
import type { ToolCall, ToolResult } from './tool.js';

export interface ShopOptions {
  readonly service: Service;
  readonly ledger: Ledger;
  /** A person is asked before a call that may cost more. */
  readonly askAbove: Cap;
  /** How long a repeated call is known for the same. */
  readonly repeat: 'day' | 'session';
  readonly now: () => number;
}

/** What a person was asked. It comes back by the client, sealed. */
interface Asked {
  readonly key: string;
  readonly units: number;
  readonly amount: string;
}

const SEAL_BYTES = 32;

export class Shop {
  readonly prices: PriceSource;
  /** Of what a person was asked: a yes counts for this call, at this cost, for ten minutes. */
  readonly seals: RequestStateCodec<Asked> = createRequestStateCodec({ key: randomBytes(SEAL_BYTES) });

  constructor(readonly options: ShopOptions) {
    this.prices = new PriceSource(options.service.client, options.now);
  }

  get client() {
    return this.options.service.client;
  }

  payments(session: string): Payments {
    const { service, ledger, askAbove, repeat, now } = this.options;
    return new Payments(service, this.prices, ledger, { session, askAbove, repeat, now });
  }

  /** Makes a billed call, or says why it wasn't made. */
  async paid<T extends { readonly job_id: string }>(
    call: BilledCall<T>,
    by: ToolCall,
    told: (paid: Extract<Paid<T>, { outcome: 'answered' }>) => ToolResult,
  ): Promise<ToolResult> {
    const asked = by.context.mcpReq.requestState<Asked>();
    const said = inputResponse(by.context.mcpReq.inputResponses, 'confirm');
    const isYes = said.kind === 'elicit' && said.action === 'accept' && said.content?.['confirm'] === true;
    const paid = await this.payments(by.session).pay(
      call,
      (key, most) => isYes && asked !== undefined && covers(asked, key, most),
    );
    if (paid.outcome === 'answered') return told(paid);
    if (paid.outcome === 'unconfirmed') {
      const declined = said.kind === 'elicit' && !isYes && asked?.key === paid.key;
      return declined
        ? this.refused('declined', DECLINED, paid.outlook)
        : this.ask(paid.key, paid.outlook, by);
    }
    const { why, outlook } = paid;
    return why === 'currency'
      ? this.refused('other_currency', OTHER_CURRENCY, outlook)
      : this.refused('cap', capWords(why), outlook, { cap: why });
  }

  private async ask(key: string, outlook: Outlook, { can }: ToolCall): Promise<ToolResult> {
    const { elicitation } = can;
    const canFill =
      elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    if (!canFill) return this.refused('nobody_to_ask', NOBODY, outlook);
    const { rows, blocks, most, prices } = outlook;
    const amount = textOf(most.amount);
    const money = prices.currency === null ? '' : ` (${amount} ${prices.currency})`;
    const about = `${rows} ${rows === 1 ? 'company' : 'rows'}, ${new Set(blocks).size} blocks each`;
    const message = `This call may cost up to ${most.units} units${money}: ${about}. Make it?`;
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: CONFIRM }) },
      requestState: await this.seals.mint({ key, units: most.units, amount }),
    });
  }

  private refused(code: string, words: string, outlook: Outlook, more: object = {}): ToolResult {
    const estimate = estimateFacts(outlook, this.options.ledger.caps);
    return resultOf({ words, facts: { refused: code, ...more, estimate }, isError: true });
  }
}

const CONFIRM = z.object({ confirm: z.boolean().meta({ title: 'Make this call and pay for it' }) });

const DECLINED = 'Refused, and nothing was spent: the person did not agree to the cost.';
const NOBODY =
  'Refused, and nothing was spent: the cost needs the agreement of a person, and this host can ask nobody. Ask for less, or let the person raise the threshold.';
const OTHER_CURRENCY =
  'Refused, and nothing was spent: the caps are in money, and today was paid for in another currency.';

/** A yes to a cost holds for the same call at this cost or less. */
const covers = (asked: Asked, key: string, most: Cost): boolean =>
  asked.key === key && most.units <= asked.units && !isMore(most.amount, decimalOf(asked.amount) ?? ZERO);
