/** Every area of the coverage table. */
import type { Area } from '../cell.js';
import { everythingDamaged, faultyBlocks, registerAlone } from './any-block.js';
import { accounts } from './accounts.js';
import { liveAccounts, registerOff } from './live-accounts.js';
import { liveLists } from './live-lists.js';
import { models } from './models.js';
import { news } from './news.js';
import { damagedControl, ownership, partOfControl } from './ownership.js';
import { controlAlone, damagedLists, partsOfLists, wholeLists } from './published-lists.js';
import { damagedBesideSites, keptWebsites } from './kept-websites.js';
import { providersDown, websites } from './websites.js';
import { registered } from './registered.js';
import { shutWebsites } from './shut-websites.js';

export const AREAS: readonly Area[] = [
  registered,
  ownership,
  partOfControl,
  damagedControl,
  wholeLists,
  partsOfLists,
  controlAlone,
  damagedLists,
  accounts,
  liveAccounts,
  registerOff,
  liveLists,
  models,
  news,
  websites,
  providersDown,
  keptWebsites,
  shutWebsites,
  damagedBesideSites,
  registerAlone,
  everythingDamaged,
  faultyBlocks,
];
