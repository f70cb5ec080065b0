/** Buttons that open the forms to correct the price of some charges or to adjust them. */
import { BILLING_ROLES, type Visit } from '../console-page.js';
import type { Markup } from './jsx-markup.js';
import { paths } from './links.js';

/**
 * Returns null for roles that may not act.
 * @param chargeScope a job, or an account and days; optionally a row and a block
 */
export const ChargeActLinks = ({
  user,
  chargeScope,
}: Pick<Visit, 'user'> & { readonly chargeScope: Parameters<typeof paths.adjust>[0] }): Markup | null =>
  BILLING_ROLES.includes(user.role) ? (
    <p class="acts">
      <a class="button" href={paths.reprice(chargeScope)}>
        Correct a price
      </a>{' '}
      <a class="button" href={paths.adjust(chargeScope)}>
        Adjust charges
      </a>
    </p>
  ) : null;
