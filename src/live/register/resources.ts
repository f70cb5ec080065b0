/** What can be asked of a company, and how its answers come. */

/** How a resource is asked for. Page sizes are the largest that the publisher takes. */
interface ResourceForm {
  /** Below `/company/NUMBER`. */
  readonly path: string;
  /** Items a page; null: the answer is one document. */
  readonly pageSize: number | null;
}

const RESOURCES = {
  'company-profile': { path: '', pageSize: null },
  officers: { path: '/officers', pageSize: 100 },
  'persons-with-significant-control': { path: '/persons-with-significant-control', pageSize: 100 },
  'persons-with-significant-control-statements': {
    path: '/persons-with-significant-control-statements',
    pageSize: 100,
  },
  exemptions: { path: '/exemptions', pageSize: null },
  charges: { path: '/charges', pageSize: 100 },
  'filing-history': { path: '/filing-history', pageSize: 100 },
  insolvency: { path: '/insolvency', pageSize: null },
} as const satisfies Record<string, ResourceForm>;

/** The `resource` of a register response (Contract 9.3). */
export type RegisterResource = keyof typeof RESOURCES;

export const resourceForm = (resource: RegisterResource): ResourceForm => RESOURCES[resource];
