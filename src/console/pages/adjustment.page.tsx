/** The page of an adjustment, a repricing or a credit, with the way to reverse it. */
import { recordedAdjustmentSheet } from '../../operator/adjustments/adjustment.sheet.js';
import { findAdjustment } from '../../operator/adjustments/find-adjustments.js';
import { kindOf } from '../../streams/adjustments/adjustments.state.js';
import { ALL_ROLES, BILLING_ROLES, get, page } from '../console-page.js';
import { readAdjustmentId } from '../form-values.js';
import { paths } from '../view/links.js';
import { SheetView } from '../view/sheet.js';

export const adjustmentPage = get(
  '/adjustments/:adjustment',
  ALL_ROLES,
  async ({ operator, params, reason, user }) => {
    const result = await findAdjustment(operator, readAdjustmentId(params['adjustment']), reason);
    const { fact, reverses, reversed_by } = result;
    const isOpen = reverses === null && reversed_by === null;
    const name = kindOf(fact);
    return page(
      `${name} ${fact.adjustment_id}`,
      <SheetView sheet={recordedAdjustmentSheet(result)}>
        {isOpen && BILLING_ROLES.includes(user.role) && (
          <p class="acts">
            <a class="button" href={`${paths.adjustment(fact.adjustment_id)}/reverse/new`}>
              Reverse the {name.toLowerCase()}
            </a>
          </p>
        )}
      </SheetView>,
    );
  },
);
