/** The page of an adjustment, a repricing or a credit, with links to reverse it and to its signed note. */
import { Readable } from 'node:stream';
import { sealAndSignPromise } from '../../operator/adjustments/promise-note.js';
import { recordedAdjustmentSheet } from '../../operator/adjustments/adjustment.sheet.js';
import { findAdjustment } from '../../operator/adjustments/find-adjustments.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { kindOf } from '../../streams/adjustments/adjustments.state.js';
import { ALL_ROLES, BILLING_ROLES, get, page } from '../console-page.js';
import { readAdjustmentId } from '../form-values.js';
import { paths } from '../view/links.js';
import { ButtonLink } from '../view/parts.js';
import { SheetView } from '../view/sheet.js';

export const adjustmentPage = get('/adjustments/:adjustment', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, user } = visit;
  const result = await findAdjustment(operator, readAdjustmentId(params['adjustment']), reason);
  const { fact, reverses, reversed_by } = result;
  const canBeReversed = reverses === null && reversed_by === null;
  const name = kindOf(fact);
  const path = paths.adjustment(fact.adjustment_id);
  return page(
    `${name} ${fact.adjustment_id}`,
    <SheetView sheet={recordedAdjustmentSheet(result)} place={{ path, query }}>
      {BILLING_ROLES.includes(user.role) && (
        <p class="acts">
          {canBeReversed && (
            <ButtonLink to={`${path}/reverse/new`}>Reverse the {name.toLowerCase()}</ButtonLink>
          )}
          <ButtonLink to={`${path}/promise`}>Note for the customer</ButtonLink>
        </p>
      )}
    </SheetView>,
  );
});

/** The signed note that promises an entry. The log is sealed first, in case an earlier attempt failed. */
export const promiseNoteFile = get(
  '/adjustments/:adjustment/promise',
  BILLING_ROLES,
  async ({ operator, params, reason }) => {
    const { fact } = await findAdjustment(operator, readAdjustmentId(params['adjustment']), reason);
    const { promise, no_promise = '' } = await sealAndSignPromise(operator, fact);
    if (promise === null) throw new NotDone('no_promise', no_promise);
    return {
      kind: 'file',
      name: `promise-${fact.adjustment_id}.txt`,
      type: 'text/plain; charset=utf-8',
      body: Readable.from([promise]),
    };
  },
);
