/** Kinds of made sites: what is shown, whose it is, and what could mislead. */
import { OTHER_KINDS } from './other-kinds.js';
import { OWN_KINDS } from './own-kinds.js';
import type { SiteKind } from './site-kind.js';

export const SITE_KINDS: readonly SiteKind[] = [...OWN_KINDS, ...OTHER_KINDS];
