/** Recognises the registrar's default address, where no company is (Companies Act 2006 s1097A). */
import type { RegisteredOffice } from './company-record.js';

const WORDS = /COMPANIES\s+HOUSE\W+DEFAULT\s+ADDRESS/i;
/** The PO boxes and postcodes of the registrars in Cardiff, Edinburgh and Belfast. */
const BOXES = [/\b4385\b.*\bCF14 ?8LH\b/i, /\b24238\b.*\bEH7 ?9HR\b/i, /\b2381\b.*\bBT1 ?9DY\b/i];

/** Recognises the address by its words, or by the registrar's PO box and postcode. */
export function isDefaultAddress({
  care_of,
  po_box,
  line_1,
  line_2,
  post_town,
  postcode,
}: RegisteredOffice): boolean {
  const printed = [care_of, po_box, line_1, line_2, post_town, postcode]
    .filter((line) => line !== null)
    .join(' ');
  return WORDS.test(printed) || BOXES.some((box) => box.test(printed));
}
