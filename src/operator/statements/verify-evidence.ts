/** Checks the evidence of a dispute as an outsider does: from the folder and public keys, without a store. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkEvidence } from '../../../packages/statement-check/src/check/evidence.js';
import type { TrustedKey } from '../../../packages/statement-check/src/check/public-keys.js';

export type EvidenceReport = Awaited<ReturnType<typeof verifyEvidence>>;

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** @param folder the path of a folder that exists */
export async function verifyEvidence(folder: string, keys: readonly TrustedKey[]) {
  const files = readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    pieces: entry.isFile() ? () => createReadStream(join(folder, entry.name)) : null,
  }));
  const { manifest, key_id, findings } = await checkEvidence(files, keys);
  return {
    ok: findings.length === 0,
    file: folder,
    kind: 'evidence' as const,
    account_id: manifest?.account_id ?? null,
    job_id: manifest?.job_id ?? null,
    taken_at: manifest?.taken_at ?? null,
    key_id,
    findings,
  };
}
