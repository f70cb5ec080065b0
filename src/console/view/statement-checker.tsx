/** The form that checks a statement or evidence in the browser. No file leaves the user's machine. */
import type { publicKeySet } from '../../operator/statements/statement-keys.js';
import type { Markup } from './jsx-markup.js';

/** The script of `assets` that checks the statement. */
export const CHECKER_SCRIPT = 'verify-statement.mjs';

export const StatementChecker = ({ keys }: Awaited<ReturnType<typeof publicKeySet>>): Markup => (
  <>
    <h1>Check a statement</h1>
    <p>
      Shows whether a statement is exactly as it was signed, and if not, which line was changed. Your browser
      checks it with this service’s public keys. The file is not sent anywhere. The evidence of a dispute is
      checked too: unpack it, and choose all its files.
    </p>
    <noscript>
      <p class="trouble">
        This page needs scripts. On the command line: <code>company-data statements verify FILE</code>.
      </p>
    </noscript>
    <div id="checker" class="stacked" data-keys={JSON.stringify({ keys })} hidden>
      <label for="file">The file of the statement, or all files of the evidence</label>
      <input id="file" type="file" multiple />
    </div>
    <div id="result" role="status" aria-live="polite" />
    {keys.length === 0 && <p class="soft">There is no key yet, because no statement has been signed here.</p>}
  </>
);
