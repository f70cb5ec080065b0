/** Finds a company's business in the sentences of its accounts. */
import type { FactsByName } from './columns.js';

const MAX_CHARACTERS = 500;
const LEAST_CHARACTERS = 12;

/** Text that software inserts, and words that only name the activity or refer to another place. */
const FILLER =
  /^(?:no (?:description|princip(?:al|le) activit)|not (?:applicable|provided|available|stated|given)|n\/?a\b|none\b|nil\b|tb[acd]\b|please |enter |xx+|\[|(?:as )?per (?:the )?(?:note|page|report|accounts|above)|see (?:the )?(?:note|page|report|above|below)|as (?:above|below|before|previously)\b|as (?:in )?(?:the )?(?:last|prior|previous) (?:year|period)|(?:company|business|trade) (?:activit(?:y|ies)|description|details)\W*$|(?:this is a )?placeholder|(?:the |its |our )?(?:(?:company|group|charity)['’]s )?(?:princip(?:al|le) |main )?(?:activit(?:y|ies)|business(?:es)?|operations?|trade)(?: of the (?:company|group|charity))?\W*$|there (?:has|have|was|were)(?: been)? no (?:significant |material )?changes? (?:in|to) (?:the |its )?(?:nature of (?:the |its )?)?(?:(?:company|group)['’]s )?(?:princip(?:al|le) |main )?(?:activit(?:y|ies)|business|operations?|trade)(?: of the (?:company|group|charity))?(?: (?:during|in|since|from|throughout) [^.]{0,40})?\W*$)/i;
/** Words before the end of a sentence where an activity should follow, or a place to fill in. */
const BLANK =
  /\b(?:is|was|are|were|be|been|of|as|in|to|by|the|an?|that|those|comprised?|includ(?:es?|ed)|remain(?:s|ed)?|continue[sd]?|yw|oedd|yn)[\s\W_]*$|(?:\b(?:is|was|are|were|be|of|yw|oedd)|:) ?:? ?(?:not applicable|n\/?a|none|nil|unknown|\d+)\W*$|\[[^\]]{0,80}\]|<[^<>]{0,80}>|_{3,}|\.{3,}|\bx{3,}\b|\b(?:tb[acd]|lorem ipsum)\b|\bnot (?:been |yet )?(?:stated|disclosed|provided|available|specified|given|known)\W*$|\bto be (?:confirmed|advised|completed|inserted)\b|\b(?:insert|enter|type|describe|state) (?:\w+ )?(?:details?|descriptions?|activit(?:y|ies)|text|here|nature)\b/i;
/** Text that only says that the activity is the same as before. */
const AS_BEFORE =
  /\b(?:(?:unchanged|(?:has|have|did|was|is|are|were) not changed?|the same)(?: (?:during|from|in|as|throughout|since|for)\b[^.]{0,50})?|(?:is|was|are|were|be|remain\w*) as (?:before|previously|(?:in|for) (?:the )?(?:prior|previous|last) years?|last year)|(?:that|those) (?:of|in|for) (?:the )?(?:previous|prior|last|preceding) (?:financial )?(?:years?|periods?))\W*$/i;
/** Text that follows the activity with words that are true of every company. */
const OF_ANY_COMPANY =
  /\b(?:is|was|are|were|be|been|being|continue[sd]?|remain(?:s|ed)?) (?:(?:that|those|of|to|be|as|the|an?|its|their|main|own|usual|normal|ordinary|principal|general|various|other|commercial|business(?:es)?|trades?|activit(?:y|ies)|operations?|compan(?:y|ies)|enterprise|limited|private|carry|carrying|conduct|conducting|on|out|and|in|course|provision|providing|provide|services?)\b[ ,;]{0,3})+\W{0,5}$/i;
/** A policy or the handling of risks in the place of the activity. */
const POLICY_INSTEAD =
  /princip(?:al|le) activit(?:y|ies)\b[^.]{0,120}?\b(?:is|was|are|were) (?:that of )?(?:(?:revenue|turnover|income|depreciation|stocks?|goodwill)\b[^.]{0,80}\b(?:is|are|was|were) (?:initially )?(?:recogni[sz]ed|measured|stated|valued)\b|to (?:manage|monitor|mitigate|minimi[sz]e) (?:its|the|these|their)\b[^.]{0,80}\brisks?\b)/i;
const TOLD_AT =
  '\\b(?:set out|described|disclosed|shown|detailed|outlined|explained|given|stated|see|refer(?:red)? to)\\b[^.]{0,20}\\b(?:reports?|notes?|pages?|review|above|below|overleaf)\\b(?:(?!\\b(?:is|are|was|were)\\b)[^.]){0,40}\\W*$';
/** Text that only says where the activity is described. */
const ELSEWHERE = new RegExp(`^[^.]{0,120}${TOLD_AT}`, 'i');
/** Such a text as the last clause of a sentence. */
const LAST_CLAUSE = new RegExp(`[,;(–][^,;(–.]{0,80}${TOLD_AT}`, 'i');
/** Policies, risks and statements of the directors, without an activity. */
const OTHER_TEXT =
  /\baccounting polic|\bbasis of (?:preparation|accounting|consolidation)|\bhistorical cost|\bgoing concern|\b(?:is|are|was|were) (?:initially )?(?:recogni[sz]ed|measured)\b|\b(?:principal|main|key) risks? and uncertaint|\b(?:principal|main|key|major) (?:business |financial )?risks\b|\brisks? and uncertaint\w+ (?:facing|that|of|are)\b|\b(?:expos(?:ed|ure)|manages? (?:its|the|these)|polic(?:y|ies)|objectives?)\b[^.]{0,120}\b(?:credit|liquidity|market|interest rate|currency|price|financial) risks?\b|\b(?:credit|liquidity|market|interest rate|currency|price|financial) risks?\b[^.]{0,120}\b(?:(?:is|are) managed|expos(?:ed|ure)|polic(?:y|ies))\b|\bexempt(?:ion)? from (?:audit|disclos|stating|the requirement)|\bdirectors? (?:are|is|acknowledge|who|presents?)\b|\bstatement of compliance|\btrue and fair\b/i;

/** A heading before the sentence. */
const HEADING =
  /^(?:princip(?:al|le) activit(?:y|ies)(?: and (?:business )?review(?: of (?:the )?business)?)?|business review)[:.–-]? /i;
/** The text without its heading. If the sentence continues in small letters, its first words belong to it. */
function withoutHeading(text: string): string {
  const rest = text.replace(HEADING, '');
  return /^[A-Z]/.test(rest) ? rest : text;
}

/** Text without unseen characters, its blanks single; a soft hyphen or a joiner parts no word. */
const plain = (text: string): string =>
  text
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Cuts a text to as many whole sentences as fit; a sentence that is too long is cut at a word. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.slice(0, MAX_CHARACTERS);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return end > LEAST_CHARACTERS ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(' '));
}

function isToldElsewhere(sentence: string): boolean {
  if (!ELSEWHERE.test(sentence)) return false;
  const before = sentence.replace(LAST_CLAUSE, '').trim();
  return before === sentence || before.length < LEAST_CHARACTERS || FILLER.test(before) || BLANK.test(before);
}

function usable(text: string): string | null {
  const sentence = withoutHeading(plain(text).replace(/^[\W\d]+/, ''));
  const words = sentence.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  const isNone =
    sentence.length < LEAST_CHARACTERS ||
    words.length < 2 ||
    FILLER.test(sentence) ||
    BLANK.test(sentence) ||
    AS_BEFORE.test(sentence) ||
    OF_ANY_COMPANY.test(sentence) ||
    POLICY_INSTEAD.test(sentence) ||
    isToldElsewhere(sentence) ||
    (!TELLS.test(sentence) && OTHER_TEXT.test(sentence));
  return isNone ? null : shortened(sentence);
}

/** A sentence that describes the activity, among those of a passage. Headings and audit texts don't. */
const TELLS =
  /princip(?:al|le) activit(?:y|ies)\b[^.]{0,200}?\b(?:is|was|are|were|continue[sd]?|comprise[sd]?|remain(?:s|ed)?|consist(?:s|ed)?)\b/i;

/** Notes on the activity that don't describe it: its earnings, other places, and the work of others. */
const TELLS_NOT =
  /\b(?:turnover|revenue|income|fees|sales|receivable)\b[^.]{0,150}princip(?:al|le) activit|princip(?:al|le) activit[^.]{0,80}\b(?:stated (?:net|gross)|recogni[sz]ed|(?:is|are|was|were) (?:disclosed|set out|described|detailed|outlined|explained|shown|included|given|listed|noted))\b|princip(?:al|le) activit(?:y|ies) of (?:its|the|their|each)(?: [a-z]+)? subsidiar/i;

function sentenceOf(passage: string): string | null {
  const sentence = plain(passage)
    .split(/(?<=[.!?])\s+(?=[A-Z])/)
    .map(withoutHeading)
    .find((text) => TELLS.test(text) && !TELLS_NOT.test(text) && /[.!?]$/.test(text));
  return sentence === undefined ? null : usable(sentence);
}

/** The tagged description of the principal activities, else the first sentence on them in a passage. */
export function descriptionOf(facts: FactsByName, passages: readonly string[]): string | null {
  for (const { fact, dimensions } of facts.get('DescriptionPrincipalActivities') ?? []) {
    const text = dimensions.length === 0 && fact.value !== null ? usable(fact.value) : null;
    if (text !== null) return text;
  }
  for (const passage of passages) {
    const text = sentenceOf(passage);
    if (text !== null) return text;
  }
  return null;
}
