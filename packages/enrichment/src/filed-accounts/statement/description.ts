/** Finds a company's business in the sentences of its accounts. */
import type { FactsByName } from './columns.js';

const MAX_CHARACTERS = 500;
const LEAST_CHARACTERS = 12;

/** Matches placeholders of software, and text that only names the topic or refers elsewhere. */
const FILLER =
  /^(?:no (?:description|princip(?:al|le) activit)|not (?:applicable|provided|available|stated|given)|n\/?a\b|none\b|nil\b|tb[acd]\b|please |enter |xx+|\[|(?:as )?per (?:the )?(?:note|page|report|accounts|above)|see (?:the )?(?:note|page|report|above|below)|as (?:above|below|before|previously)\b|as (?:in )?(?:the )?(?:last|prior|previous) (?:year|period)|(?:company|business|trade) (?:activit(?:y|ies)|description|details)\W*$|(?:this is a )?placeholder|(?:the |its |our )?(?:(?:company|group|charity)['’]s )?(?:princip(?:al|le) |main )?(?:activit(?:y|ies)|business(?:es)?|operations?|trade)(?: of the (?:company|group|charity))?\W*$|there (?:has|have|was|were)(?: been)? no (?:significant |material )?changes? (?:in|to) (?:the |its )?(?:nature of (?:the |its )?)?(?:(?:company|group)['’]s )?(?:princip(?:al|le) |main )?(?:activit(?:y|ies)|business|operations?|trade)(?: of the (?:company|group|charity))?(?: (?:during|in|since|from|throughout) [^.]{0,40})?\W*$)/i;
/** Matches a sentence that ends where the activity should follow, or that has a gap to fill in. */
const BLANK =
  /\b(?:is|was|are|were|be|been|of|as|in|to|by|the|an?|that|those|comprised?|includ(?:es?|ed)|remain(?:s|ed)?|continue[sd]?|yw|oedd|yn)[\s\W_]*$|(?:\b(?:is|was|are|were|be|of|yw|oedd)|:) ?:? ?(?:not applicable|n\/?a|none|nil|unknown|\d+)\W*$|\[[^\]]{0,80}\]|<[^<>]{0,80}>|_{3,}|\.{3,}|\bx{3,}\b|\b(?:tb[acd]|lorem ipsum)\b|\bnot (?:been |yet )?(?:stated|disclosed|provided|available|specified|given|known)\W*$|\bto be (?:confirmed|advised|completed|inserted)\b|\b(?:insert|enter|type|describe|state) (?:\w+ )?(?:details?|descriptions?|activit(?:y|ies)|text|here|nature)\b/i;
/** Matches text that only states that the activity is unchanged. */
const AS_BEFORE =
  /\b(?:(?:unchanged|(?:has|have|did|was|is|are|were) not changed?|the same)(?: (?:during|from|in|as|throughout|since|for)\b[^.]{0,50})?|(?:is|was|are|were|be|remain\w*) as (?:before|previously|(?:in|for) (?:the )?(?:prior|previous|last) years?|last year)|(?:that|those) (?:of|in|for) (?:the )?(?:previous|prior|last|preceding) (?:financial )?(?:years?|periods?))\W*$/i;
/** Matches text whose description of the activity fits every company. */
const OF_ANY_COMPANY =
  /\b(?:is|was|are|were|be|been|being|continue[sd]?|remain(?:s|ed)?) (?:(?:that|those|of|to|be|as|the|an?|its|their|main|own|usual|normal|ordinary|principal|general|various|other|commercial|business(?:es)?|trades?|activit(?:y|ies)|operations?|compan(?:y|ies)|enterprise|limited|private|carry|carrying|conduct|conducting|on|out|and|in|course|provision|providing|provide|services?)\b[ ,;]{0,3})+\W{0,5}$/i;
/** Matches a policy or risk management in place of the activity. */
const POLICY_INSTEAD =
  /princip(?:al|le) activit(?:y|ies)\b[^.]{0,120}?\b(?:is|was|are|were) (?:that of )?(?:(?:revenue|turnover|income|depreciation|stocks?|goodwill)\b[^.]{0,80}\b(?:is|are|was|were) (?:initially )?(?:recogni[sz]ed|measured|stated|valued)\b|to (?:manage|monitor|mitigate|minimi[sz]e) (?:its|the|these|their)\b[^.]{0,80}\brisks?\b)/i;
const DESCRIBED_AT =
  '\\b(?:set out|described|disclosed|shown|detailed|outlined|explained|given|stated|see|refer(?:red)? to)\\b[^.]{0,20}\\b(?:reports?|notes?|pages?|review|above|below|overleaf)\\b(?:(?!\\b(?:is|are|was|were)\\b)[^.]){0,40}\\W*$';
/** Matches text that only states where the activity is described. */
const ELSEWHERE = new RegExp(`^[^.]{0,120}${DESCRIBED_AT}`, 'i');
/** Matches such text as the last clause of a sentence. */
const LAST_CLAUSE = new RegExp(`[,;(–][^,;(–.]{0,80}${DESCRIBED_AT}`, 'i');
/** Matches policies, risks and directors' statements without an activity. */
const OTHER_TEXT =
  /\baccounting polic|\bbasis of (?:preparation|accounting|consolidation)|\bhistorical cost|\bgoing concern|\b(?:is|are|was|were) (?:initially )?(?:recogni[sz]ed|measured)\b|\b(?:principal|main|key) risks? and uncertaint|\b(?:principal|main|key|major) (?:business |financial )?risks\b|\brisks? and uncertaint\w+ (?:facing|that|of|are)\b|\b(?:expos(?:ed|ure)|manages? (?:its|the|these)|polic(?:y|ies)|objectives?)\b[^.]{0,120}\b(?:credit|liquidity|market|interest rate|currency|price|financial) risks?\b|\b(?:credit|liquidity|market|interest rate|currency|price|financial) risks?\b[^.]{0,120}\b(?:(?:is|are) managed|expos(?:ed|ure)|polic(?:y|ies))\b|\bexempt(?:ion)? from (?:audit|disclos|stating|the requirement)|\bdirectors? (?:are|is|acknowledge|who|presents?)\b|\bstatement of compliance|\btrue and fair\b/i;

/** Matches a heading before the sentence. */
const HEADING =
  /^(?:princip(?:al|le) activit(?:y|ies)(?: and (?:business )?review(?: of (?:the )?business)?)?|business review)[:.–-]? /i;
/** The text without its heading. If lower case follows, the heading's words belong to the sentence. */
function withoutHeading(text: string): string {
  const rest = text.replace(HEADING, '');
  return /^[A-Z]/.test(rest) ? rest : text;
}

/** The text without invisible characters, with single blanks. Soft hyphens and joiners are removed. */
const plain = (text: string): string =>
  text
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Shortens a text to the whole sentences that fit. A too long sentence is cut after a word. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.slice(0, MAX_CHARACTERS);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return end > LEAST_CHARACTERS ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(' '));
}

function isDescribedElsewhere(sentence: string): boolean {
  if (!ELSEWHERE.test(sentence)) return false;
  const before = sentence.replace(LAST_CLAUSE, '').trim();
  return before === sentence || before.length < LEAST_CHARACTERS || FILLER.test(before) || BLANK.test(before);
}

function usable(text: string): string | null {
  const sentence = withoutHeading(plain(text).replace(/^[\W\d]+/, ''));
  const words = sentence.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  const isUnusable =
    sentence.length < LEAST_CHARACTERS ||
    words.length < 2 ||
    FILLER.test(sentence) ||
    BLANK.test(sentence) ||
    AS_BEFORE.test(sentence) ||
    OF_ANY_COMPANY.test(sentence) ||
    POLICY_INSTEAD.test(sentence) ||
    isDescribedElsewhere(sentence) ||
    (!STATES_ACTIVITY.test(sentence) && OTHER_TEXT.test(sentence));
  return isUnusable ? null : shortened(sentence);
}

/** Matches a sentence that describes the activity. Headings and audit texts don't match. */
const STATES_ACTIVITY =
  /princip(?:al|le) activit(?:y|ies)\b[^.]{0,200}?\b(?:is|was|are|were|continue[sd]?|comprise[sd]?|remain(?:s|ed)?|consist(?:s|ed)?)\b/i;

/** Matches sentences that mention the activity without describing it: revenue, references, subsidiaries. */
const NO_ACTIVITY =
  /\b(?:turnover|revenue|income|fees|sales|receivable)\b[^.]{0,150}princip(?:al|le) activit|princip(?:al|le) activit[^.]{0,80}\b(?:stated (?:net|gross)|recogni[sz]ed|(?:is|are|was|were) (?:disclosed|set out|described|detailed|outlined|explained|shown|included|given|listed|noted))\b|princip(?:al|le) activit(?:y|ies) of (?:its|the|their|each)(?: [a-z]+)? subsidiar/i;

function sentenceOf(passage: string): string | null {
  const sentence = plain(passage)
    .split(/(?<=[.!?])\s+(?=[A-Z])/)
    .map(withoutHeading)
    .find((text) => STATES_ACTIVITY.test(text) && !NO_ACTIVITY.test(text) && /[.!?]$/.test(text));
  return sentence === undefined ? null : usable(sentence);
}

/** The tagged description of principal activities, else the first such sentence in a passage; null: none. */
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
