/** Every page that a customer sees of the own account. */
import type { OwnPage } from '../own-page.js';
import { ownAccountPage } from './account.page.js';

export const OWN_PAGES: readonly OwnPage[] = [ownAccountPage];
