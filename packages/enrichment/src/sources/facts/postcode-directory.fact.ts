/** Looks up postcodes in the directory by key (`postcodeKey`). */
import type { PostcodeRecord } from '../postcodes/postcode-record.js';
import { defineKeyedFact } from './define-fact.js';

export const postcodeDirectory = defineKeyedFact({
  name: 'postcode_directory',
  source: 'postcodes',
  find: (keys, { postcodes }) => {
    const postcodesByKey = new Map<string, PostcodeRecord>();
    for (const [key, { items }] of postcodes.byNumbers(keys)) {
      const [item] = items;
      if (item !== undefined) postcodesByKey.set(key, item.data);
    }
    return postcodesByKey;
  },
});
