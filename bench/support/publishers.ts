/** The stand-in of the publishers' sites over a folder of files, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(process.cwd(), 'packages/publishers-stand-in/bin/publishers-stand-in.js');
const KEY = 'key-of-the-bench';

export interface Publishers {
  /** The settings that lead to it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

export async function publishersOver(folder: string): Promise<Publishers> {
  const child = spawn(process.execPath, [PROGRAM, '--files', folder, '--key', KEY], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const url = said.toString().trim();
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
