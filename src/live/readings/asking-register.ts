/** What the register's failures mean to whoever wants a reading. */
import type { RegisterBusy } from '../register/register-api.js';
import { RegisterUnavailable } from '../register/register-api.js';
import type { SourceNotes } from './live-source-notes.js';
import type { NotRead } from './readings.js';

/** The register has no room for the priority. */
export const busyNow = ({ retry_after_s }: RegisterBusy): NotRead => ({
  status: 'not_read',
  reason: 'source_busy',
  again_in_ms: retry_after_s * 1_000,
});

const unavailable = ({ lasting }: RegisterUnavailable): NotRead => ({
  status: 'not_read',
  reason: 'register_unavailable',
  ...(!lasting && { again_in_ms: 0 }),
});

/** Asks, and notes for operators whether the register answered; what is no failure of the register is thrown. */
export async function askingRegister<R>(notes: SourceNotes, ask: () => Promise<R>): Promise<R | NotRead> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RegisterUnavailable)) throw error;
    notes.failed(error.message);
    return unavailable(error);
  }
}
