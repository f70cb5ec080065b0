/** The page that checks statements and evidence: says what was found in the files, which are never sent. */
import {
  amountText,
  checkEvidenceFiles,
  checkStatement,
  countText,
  firstDayOf,
  lastDayOf,
  moment,
  thousands,
} from './statement-check.mjs';

const WORDS = {
  changed: 'was changed',
  added: 'was added',
  dropped: 'is where a line is missing',
  reordered: 'was moved',
  invalid: 'says what no line of this statement can say',
  cut_off: 'has no signed head at its end: it is cut off, or is no statement',
  not_signed: 'is not signed: the head was changed, or the signature is another’s',
  unknown_key: 'is signed with a key that this service never had',
};
const place = document.querySelector('#checker');
const result = document.querySelector('#result');
const file = document.querySelector('#file');

const line = (text, className) => {
  const element = document.createElement('p');
  element.textContent = text;
  if (className !== undefined) element.className = className;
  return element;
};
const show = (...elements) => result.replaceChildren(...elements);
/** Also to be seen: the checker leaves no room between its lines. */
const drawn = (text) => {
  show(line(text));
  return new Promise((done) => setTimeout(done));
};
const sentence = ({ line: number, code }) =>
  number === null ? `The file as a whole ${WORDS[code]}.` : `Line ${thousands(number)} ${WORDS[code]}.`;

/** What each currency comes to; statements of the first formats have one currency and no amount to pay. */
function moneyText({ currencies, amount, adjusted_amount, currency }) {
  if (currencies !== undefined)
    return currencies.map((sums) => `Payable: ${amountText(sums.payable, sums.currency)}.`);
  return amount === null
    ? []
    : [`Charges: ${amountText(amount, currency)}. Adjustments: ${amountText(adjusted_amount, currency)}.`];
}

function told({ head, findings, sums }) {
  if (findings.length > 0) {
    const list = document.createElement('ul');
    for (const finding of findings.slice(0, 100)) {
      const item = document.createElement('li');
      item.textContent = sentence(finding);
      list.append(item);
    }
    const of = findings.every(({ code }) => code === 'invalid')
      ? `This is signed as the statement of account ${head.account_id} for ${head.month}, and says what no statement can say.`
      : head === null
        ? 'This is not a statement as it was signed.'
        : `This is not the statement of account ${head.account_id} for ${head.month} as it was signed.`;
    return show(line(of, 'trouble'), list);
  }
  const period = `${firstDayOf(head.month)} to ${lastDayOf(head.month)} (UTC)${head.partial ? ', partial' : ''}`;
  const units = `${countText(sums.rows, 'delivered row')}, ${countText(sums.units + sums.adjusted_units, 'unit')} after adjustments.`;
  const issued = `${countText(head.entries, 'line')}, issued ${moment(head.issued_at)} with key ${head.key_id}.`;
  return show(
    line('This is the statement as it was signed: every byte of it.', 'fine'),
    line(`Account ${head.account_id}, ${period}.`),
    ...[...moneyText(sums), units, issued].map((text) => line(text)),
  );
}

const EVIDENCE_FILES = ['manifest.json', 'signature.json'];
const partSentence = ({ file: name, code, detail }) =>
  name === null
    ? detail
    : `${name} ${{ dropped: 'is missing', added: 'is none of the files' }[code] ?? 'was changed'}.`;

function toldOfEvidence({ manifest, key_id, findings }) {
  if (findings.length > 0) {
    const list = document.createElement('ul');
    for (const finding of findings.slice(0, 100)) {
      const item = document.createElement('li');
      item.textContent = partSentence(finding);
      list.append(item);
    }
    return show(line('This is not the evidence as it was signed.', 'trouble'), list);
  }
  return show(
    line('This is the evidence as it was signed: every byte of it.', 'fine'),
    line(`Job ${manifest.job_id} of account ${manifest.account_id}.`),
    line(`Taken ${moment(manifest.taken_at)} and signed with key ${key_id}.`),
  );
}

async function check(chosen) {
  const { keys } = place.dataset;
  if (chosen.some(({ name }) => EVIDENCE_FILES.includes(name)))
    return toldOfEvidence(await checkEvidenceFiles(chosen, keys, (name) => drawn(`Reading ${name}…`)));
  if (chosen.length > 1 || chosen[0].name.endsWith('.zip'))
    throw new Error('choose one statement, or all files of the unpacked evidence');
  const onLines = (lines) => drawn(`${countText(lines, 'line')} read…`);
  return told(await checkStatement(await chosen[0].arrayBuffer(), keys, onLines));
}

file.addEventListener('change', async () => {
  if (file.files.length === 0) return;
  show(line('Reading…'));
  try {
    await check([...file.files]);
  } catch (error) {
    show(
      line(
        `The file could not be read: ${error instanceof Error ? error.message : String(error)}`,
        'trouble',
      ),
    );
  }
});
place.hidden = false;
