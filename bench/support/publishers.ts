/** The stand-in of the publishers' sites over a folder of files, as a process of its own. */
import { standIn } from './stand-ins.js';

const KEY = 'key-of-the-bench';

export interface Publishers {
  /** The settings that lead to it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

export async function publishersOver(folder: string): Promise<Publishers> {
  const { url, child } = await standIn('publishers-stand-in', '--files', folder, '--key', KEY);
  return {
    settings: {
      COMPANIES_HOUSE_FILES_URL: `${url}/companies-house`,
      POSTCODES_URL: `${url}/statistics`,
      ENTITY_IDS_URL: `${url}/entity-ids`,
      PAY_GAP_URL: `${url}/pay-gap`,
      OPEN_CONTRACTING_URL: `${url}/open-contracting`,
      HMLR_API_URL: `${url}/land-registry`,
      HMLR_API_KEY: KEY,
    },
    stop: () => void child.kill(),
  };
}
