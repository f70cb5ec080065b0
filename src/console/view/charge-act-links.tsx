/** Links to the acts on some charges, with the fields of their forms filled in. */
import { BILLING_ROLES, type Visit } from '../console-page.js';
import type { Markup } from './jsx-markup.js';
import { paths } from './links.js';

/** Null for roles that may not act. @param charges the job and row, or the account and days, and a block */
export const ChargeActLinks = ({
  user,
  charges,
}: Pick<Visit, 'user'> & { readonly charges: Parameters<typeof paths.adjust>[0] }): Markup | null =>
  BILLING_ROLES.includes(user.role) ? (
    <p class="acts">
      <a class="button" href={paths.reprice(charges)}>
        Correct a price
      </a>{' '}
      <a class="button" href={paths.adjust(charges)}>
        Adjust charges
      </a>
    </p>
  ) : null;
