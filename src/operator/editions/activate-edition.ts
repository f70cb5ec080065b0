/** Puts an edition of a source in force for an operator, as a recorded maintenance act. */
import { Register } from '../../../packages/enrichment/src/index.js';
import { performMaintenance, type ActOptions } from '../maintenance/perform.js';
import type { OperatorServices } from '../operator.js';

/** @throws WrongRequest, NotDone */
export function activateAndRecordEdition(
  operator: OperatorServices,
  { source, edition, ...options }: ActOptions & Pick<Register.EditionInForce, 'source' | 'edition'>,
): Promise<Register.EditionInForce> {
  const maintenance = { kind: 'edition_activation', source, edition } as const;
  return performMaintenance(operator, { ...options, what: maintenance }, async () => ({
    result: await Register.activateEdition(operator.settings, source, edition),
    verdict: null,
    changed: true,
  }));
}
