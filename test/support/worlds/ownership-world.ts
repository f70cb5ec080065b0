/** Groups of companies and their owners, as lines of the register's file of control, and what is served of them. */
import { importRegister } from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { psc } from '../../../packages/enrichment/src/sources/psc/psc.source.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { EnrichmentWorld, served } from './enrichment-world.js';

const BLOCKS: BlockKey[] = ['controllers', 'corporate_owners', 'ultimate_owner', 'subsidiaries'];
export const SHARES = { '75': '75-to-100', '50': '50-to-75', '25': '25-to-50' } as const;

export interface Owner {
  readonly of: string;
  readonly name: string;
  readonly number?: string;
  readonly country?: string | null;
  readonly share?: keyof typeof SHARES;
  readonly notified_on?: string;
  readonly ceased_on?: string;
  readonly kind?: string;
}

let ids = 0;
/** A line of the snapshot. Names, numbers and dates of real owners are those of the published records. */
export const line = ({
  of,
  name,
  number,
  country = 'England',
  share = '75',
  kind = 'corporate-entity',
  ...dates
}: Owner) => ({
  company_number: of,
  data: {
    kind: `${kind}-person-with-significant-control`,
    name,
    natures_of_control: [`ownership-of-shares-${SHARES[share]}-percent`],
    notified_on: '2016-04-06',
    ...dates,
    ...(kind === 'individual'
      ? {}
      : { identification: { registration_number: number, country_registered: country } }),
    links: { self: `/company/${of}/persons-with-significant-control/${kind}/id${(ids += 1)}` },
  },
});
export const statement = (of: string, more: object = {}) => ({
  company_number: of,
  data: {
    kind: 'persons-with-significant-control-statement',
    statement: 'no-individual-or-entity-with-signficant-control',
    notified_on: '2025-06-10',
    ...more,
  },
});

export const COMPANIES = {
  '05421549': 'WOOD FIRED OVENS BY JAMIE OLIVER LIMITED',
  '06294067': 'JAMIE OLIVER ENTERPRISES LIMITED',
  '04460800': 'JAMIE OLIVER HOLDINGS LIMITED',
  '13778395': 'JAMIE OLIVER GROUP LIMITED',
  '11595194': 'NEWS LIVE LIMITED',
  '00081701': 'NEWS CORP UK & IRELAND LIMITED',
  '04680292': 'NEWS CORP HOLDINGS UK & IRELAND',
  '01437199': 'NEWS CORP INVESTMENTS UK & IRELAND',
  '00227590': 'FINANCIAL TIMES LIMITED(THE)',
  '00879531': 'FINANCIAL TIMES GROUP LIMITED',
  '02790864': 'SOMEBODY ELSE LIMITED',
  '03867954': 'POWERLEAGUE FIVES LIMITED',
  '08209948': '! LTD',
};
export const OWNERS = [
  { of: '05421549', name: 'Jamie Oliver Enterprises Limited', number: '06294067', share: '50' },
  { of: '06294067', name: 'Jamie Oliver Holdings Limited', number: '4460800' },
  { of: '04460800', name: 'Mr Jamie Trevor Oliver', kind: 'individual' },
  { of: '04460800', name: 'Jamie Oliver Group Limited', number: '13778395', notified_on: '2022-01-01' },
  {
    of: '11595194',
    name: 'News Corp Uk & Ireland Limited',
    number: '81701',
    share: '25',
    notified_on: '2018-09-28',
  },
  { of: '00081701', name: 'News Corp Holdings Uk & Ireland', number: '04680292' },
  { of: '04680292', name: 'News Corp Investments Uk & Ireland', number: '01437199' },
  { of: '00227590', name: 'Financial Times Group Limited', number: '879531', country: 'United Kingdom' },
] as const satisfies readonly Owner[];

/** The same, and nobody above those at the top. */
export const GROUPS = [
  ...OWNERS.map(line),
  ...['13778395', '01437199', '00879531'].map((of) => statement(of)),
];

interface Envelope {
  readonly status: string;
  readonly reason?: string;
  readonly value?: unknown;
}

export class OwnershipWorld extends EnrichmentWorld {
  static async open(): Promise<OwnershipWorld> {
    const world = new OwnershipWorld();
    await world.loadRows(
      Object.entries(COMPANIES).map(([CompanyNumber, CompanyName]) => ({ CompanyNumber, CompanyName })),
    );
    return world;
  }

  /** A snapshot of control of 2025-06-20. */
  async loadControl(lines: readonly object[], more: object = {}): Promise<void> {
    const file = this.register.write(
      'control-2025-06-20.txt',
      lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
    const { dataDir } = this.register;
    const imported = await importRegister({ source: psc, files: [file], dataDir, ...more });
    expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
  }

  async blocksOf(company_number: string): Promise<Record<string, Envelope>> {
    const [row] = await this.enrich([{ company_number }], { blocks: BLOCKS });
    expect(this.faults).toEqual([]);
    return (served(row) as { blocks: Record<string, Envelope> }).blocks;
  }
}
