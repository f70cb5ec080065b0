import { inEnglish } from './sic-codes.js';

it.each([
  ["Retail electric h'hold, etc. goods", 'Retail of electric household, etc. goods'],
  ['R & d on nat sciences & engineering', 'Research and development on natural sciences and engineering'],
  ['Manufacture indust process control equipment', 'Manufacture of industrial process control equipment'],
  ['Development & sell real estate', 'Development and selling of real estate'],
  ['Extraction and agglomeration of peat', 'Extraction and agglomeration of peat'],
  ['Process & preserve fish & products', 'Processing and preserving of fish and products'],
  ['Wash & dry clean textile & fur', 'Washing and dry cleaning of textile and fur'],
  ['Prepare & spin cotton-type fibres', 'Preparation and spinning of cotton-type fibres'],
  ['Grow cereals & other crops', 'Growing of cereals and other crops'],
  ['Other recreational activities nec', 'Other recreational activities not elsewhere classified'],
  ['Repair not elsewhere classified', 'Repair not elsewhere classified'],
  ['Retail sale of textiles', 'Retail sale of textiles'],
  ['Manufacture of bricks, etc. in baked clay', 'Manufacture of bricks, etc. in baked clay'],
  ['Plumbing', 'Plumbing'],
])('writes %s as %s', (printed, words) => expect(inEnglish(printed)).toBe(words));
