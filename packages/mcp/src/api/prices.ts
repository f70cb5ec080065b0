/** What calls cost at most, by the catalogue: a unit for each row and block, at the agreed prices. */
import type { Catalogue, CompanyData } from '../../../client/src/index.js';
import type { Cost } from '../spending/caps.js';
import { ZERO, decimalOf, plus, times, type Decimal } from '../spending/decimal.js';
import { dayOf } from '../spending/spend-file.js';

export interface BlockPrice {
  readonly enabled: boolean;
  /** Null where no price is agreed: its units are counted and cost nothing. */
  readonly price: Decimal | null;
  readonly coverage: number | null;
}

export interface Prices {
  readonly currency: string | null;
  readonly blocks: ReadonlyMap<string, BlockPrice>;
}

const FRESH_MS = 60_000;

/** Asks for the catalogue at most once a minute, and anew on each UTC day, on which prices may begin. */
export class PriceSource {
  private kept: { readonly at: number; readonly catalogue: Promise<Catalogue> } | null = null;

  constructor(
    private readonly client: CompanyData,
    private readonly now: () => number,
  ) {}

  async catalogue(): Promise<Catalogue> {
    const now = this.now();
    const { kept } = this;
    if (kept !== null && now - kept.at < FRESH_MS && dayOf(now) === dayOf(kept.at)) return kept.catalogue;
    const catalogue = this.client.blocks();
    this.kept = { at: now, catalogue };
    catalogue.catch(() => (this.kept = null));
    return catalogue;
  }

  async prices(): Promise<Prices> {
    const { blocks } = await this.catalogue();
    const entries = blocks.map(({ key, availability, unit_price, coverage_share }) => {
      const price = unit_price === undefined ? null : decimalOf(unit_price);
      if (unit_price !== undefined && price === null) throw new Error(`The price of ${key} is no number.`);
      return [
        key,
        { enabled: availability === 'available', price, coverage: coverage_share ?? null },
      ] as const;
    });
    return {
      currency: blocks.find(({ currency }) => currency !== undefined)?.currency ?? null,
      blocks: new Map(entries),
    };
  }
}

/** @param rows a whole number */
export function mostOf(prices: Prices, rows: number, blocks: readonly string[]): Cost {
  const asked = [...new Set(blocks)];
  const amount = asked
    .map((block) => prices.blocks.get(block)?.price ?? ZERO)
    .reduce((sum, price) => plus(sum, price), ZERO);
  return { units: rows * asked.length, amount: times(amount, rows) };
}
