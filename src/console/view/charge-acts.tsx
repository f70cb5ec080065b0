/** The ways to the acts on some charges, with the fields of their forms filled in. */
import { BILLING_ROLES, type Visit } from '../console-page.js';
import type { Markup } from './jsx-markup.js';
import { paths } from './links.js';

/** Shown to those who may act. @param of the job and row, or the account and days; and the block, if one */
export const ChargeActs = ({
  user,
  of,
}: Pick<Visit, 'user'> & { readonly of: Parameters<typeof paths.adjust>[0] }): Markup | null =>
  BILLING_ROLES.includes(user.role) ? (
    <p class="acts">
      <a class="button" href={paths.reprice(of)}>
        Correct a price
      </a>{' '}
      <a class="button" href={paths.adjust(of)}>
        Adjust charges
      </a>
    </p>
  ) : null;
