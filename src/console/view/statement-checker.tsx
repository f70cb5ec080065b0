/** A statement checked in the browser: the file never leaves the machine. */
import type { publicKeySet } from '../../operator/statements/statement-keys.js';
import type { Markup } from './markup.js';

/** The file of `assets` that it runs. */
export const CHECKER_SCRIPT = 'verify-statement.mjs';

export const StatementChecker = ({ keys }: Awaited<ReturnType<typeof publicKeySet>>): Markup => (
  <>
    <h1>Check a statement</h1>
    <p>
      Whether a statement is as it was signed, byte for byte, and if not which line was changed. Your browser
      does it with this service’s public keys: the file is not sent anywhere.
    </p>
    <noscript>
      <p class="trouble">
        This page needs scripts. On the command line: <code>company-data statements verify FILE</code>.
      </p>
    </noscript>
    <div id="checker" class="stacked" data-keys={JSON.stringify({ keys })} hidden>
      <label for="file">The file of the statement</label>
      <input id="file" type="file" accept=".ndjson,application/x-ndjson" />
    </div>
    <div id="result" role="status" aria-live="polite" />
    {keys.length === 0 && <p class="soft">No statement was ever signed here: there is no key yet.</p>}
  </>
);
