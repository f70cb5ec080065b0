/** What tables of an account's keys have in common. */
import type { KeyShown } from '../../operator/accounts/find-account.js';
import { Badge, Client, Time, type Column } from './parts.js';

export const KEY_FACTS: readonly Column<KeyShown>[] = [
  { head: 'Name', cell: ({ name }) => <Client text={name} /> },
  { head: 'For', cell: ({ environment, scopes }) => `${environment}: ${scopes.join(', ')}` },
];

export const KEY_LIFE: readonly Column<KeyShown>[] = [
  { head: 'Issued', cell: ({ issued_at }) => <Time at={issued_at} /> },
  {
    head: 'State',
    cell: ({ revoked_at }) =>
      revoked_at === null ? <Badge tone="good">works</Badge> : <Badge tone="bad">revoked</Badge>,
  },
];
