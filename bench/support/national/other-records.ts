/** What other publishers say of companies. */
import { STREETS, TOWNS, day, dayOf, hex, pick, postcode, quoted } from './made-up.js';
import type { NationalForm } from './national-form.js';

const PROPRIETOR_COLUMNS = ['Proprietor Name', 'Company Registration No.', 'Proprietorship Category'];
const titleColumns = (): string[] => {
  const proprietors = [1, 2, 3, 4].flatMap((n) => [
    ...PROPRIETOR_COLUMNS.map((column) => `${column} (${n})`),
    ...[1, 2, 3].map((line) => `Proprietor (${n}) Address (${line})`),
  ]);
  const title = 'Title Number,Tenure,Property Address,District,County,Region,Postcode';
  return [
    ...title.split(','),
    'Multiple Address Indicator',
    'Price Paid',
    ...proprietors,
    'Date Proprietor Added',
    'Additional Proprietor Indicator',
  ];
};
const titleRow = (i: number, company: string): string =>
  quoted(
    `ZZ${String(i).padStart(7, '0')}`,
    i % 3 === 0 ? 'Leasehold' : 'Freehold',
    `${1 + (i % 180)} ${pick(STREETS, i)}, ${pick(TOWNS, i)} (${postcode(i)})`,
    pick(TOWNS, i).toUpperCase(),
    'WEST YORKSHIRE',
    'YORKS AND HUMBER',
    postcode(i),
    'N',
    String(100_000 + (i % 900_000)),
    `${pick(TOWNS, i).toUpperCase()} ESTATES ${i % 1_000} LIMITED`,
    company,
    'Limited Company or Public Limited Company',
    `${1 + (i % 180)} ${pick(STREETS, i)}, ${pick(TOWNS, i)} ${postcode(i)}`,
    ...Array<string>(20).fill(''),
    dayOf('-', i),
    'N',
  );

const POSTCODE_COLUMNS =
  'pcd,pcd2,pcds,dointr,doterm,usertype,oseast1m,osnrth1m,osgrdind,oa11,cty,laua,ward,hlthau,hro,ctry,gor,pcon,eer,teclec,ttwa,pct,nuts,park,lsoa11,msoa11,wz11,ccg,bua11,buasd11,ru11ind';
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
/** Distinct for some three million. */
function postcodeRow(i: number): string {
  const area = LETTERS[Math.floor(i / 8_000) % 20] ?? 'A';
  const second = LETTERS[Math.floor(i / 160_000) % 20] ?? 'A';
  const unit = `${i % 10}${LETTERS[Math.floor(i / 10) % 20] ?? 'A'}${LETTERS[Math.floor(i / 200) % 20] ?? 'A'}`;
  const district = `${area}${second}${1 + (Math.floor(i / 4_000) % 2)}`;
  return `${district}${unit.padStart(7 - district.length)},${district} ${unit},${district} ${unit},198001,,0,385386,801193,1,E00090303,E99999999,E08000035,E05013484,E08000006,E99999999,E92000001,E12000003,E14000002,E15000001,E09000001,E30000012,E03000012,E05001031,E99999999,E01000001,E02000001,E99999999,E38000012,E34999999,E35999999,1\n`;
}

const employer = (i: number, company: string): string =>
  quoted(
    `${pick(TOWNS, i).toUpperCase()} SERVICES ${i} LIMITED`,
    String(i + 1),
    `${1 + (i % 180)} ${pick(STREETS, i)},\n${pick(TOWNS, i)}, England, ${postcode(i)}`,
    postcode(i),
    company,
    '86900,\n88100',
    ...['-3.0', '0.0', '', '', '0.0', '0.0', '9.0', '91.0', '9.0', '91.0', '9.0', '91.0', '8.0', '92.0'],
    `https://www.${pick(TOWNS, i).toLowerCase()}-services-${i}.example/pay`,
    '',
    '250 to 499',
    `${pick(TOWNS, i).toUpperCase()} SERVICES ${i} LIMITED`,
    'False',
    '2022/04/05 00:00:00',
    '2022/02/08 14:48:58',
  );
const EMPLOYER_COLUMNS =
  'EmployerName,EmployerId,Address,PostCode,CompanyNumber,SicCodes,DiffMeanHourlyPercent,DiffMedianHourlyPercent,DiffMeanBonusPercent,DiffMedianBonusPercent,MaleBonusPercent,FemaleBonusPercent,MaleLowerQuartile,FemaleLowerQuartile,MaleLowerMiddleQuartile,FemaleLowerMiddleQuartile,MaleUpperMiddleQuartile,FemaleUpperMiddleQuartile,MaleTopQuartile,FemaleTopQuartile,CompanyLinkToGPGInfo,ResponsiblePerson,EmployerSize,CurrentName,SubmittedAfterTheDeadline,DueDate,DateSubmitted';

const grant = (i: number, company: string): string =>
  JSON.stringify({
    id: `360G-bench-${i}`,
    title: 'Core costs',
    description: 'Towards the running costs of the charity over three years, with a review each spring.',
    currency: 'GBP',
    amountAwarded: 1_000 + (i % 90_000) + 0.5,
    awardDate: `${day(i)}T00:00:00+00:00`,
    recipientOrganization: [
      {
        id: `GB-COH-${company}`,
        name: `${pick(TOWNS, i)} Trust ${i}`,
        companyNumber: company,
        addressLocality: pick(TOWNS, i),
        postalCode: postcode(i),
      },
    ],
    fundingOrganization: [{ id: 'GB-CHC-1015648', name: 'A Foundation' }],
    dataSource: 'https://grants.example/',
  });

function contract(i: number, company: string): string {
  const ocid = `ocds-bench-${hex(i, 32)}-${i}`;
  const supplier = `GB-COH-${company}`;
  const name = `${pick(TOWNS, i)} Works ${i} Limited`;
  return `${JSON.stringify({
    ocid,
    id: `${ocid}-1`,
    language: 'en',
    date: `${day(i)}T15:30:28Z`,
    tag: ['award'],
    initiationType: 'tender',
    tender: {
      id: `T-${i}`,
      title: 'Maintenance of roads',
      description:
        'Repairs and resurfacing of minor roads in four districts, with winter service as an option.',
      status: 'complete',
      classification: { scheme: 'CPV', id: '45233141', description: 'Road-maintenance works' },
    },
    parties: [
      { id: 'GB-LAE-LDS', name: 'A Council', identifier: { scheme: 'GB-LAE', id: 'LDS' }, roles: ['buyer'] },
      {
        id: supplier,
        name,
        identifier: { legalName: name, scheme: 'GB-COH', id: company },
        address: { streetAddress: `${1 + (i % 180)} ${pick(STREETS, i)}`, postalCode: postcode(i) },
        roles: ['supplier'],
      },
    ],
    buyer: { id: 'GB-LAE-LDS', name: 'A Council' },
    awards: [
      {
        id: `${ocid}-award`,
        status: 'active',
        date: `${day(i)}T00:00:00Z`,
        datePublished: `${day(i)}T15:30:28Z`,
        value: { amount: 10_000 + (i % 900_000), currency: 'GBP' },
        suppliers: [{ id: supplier, name }],
      },
    ],
  })}\n`;
}

export const OTHER_FORMS: readonly NationalForm[] = [
  {
    source: 'property',
    file: 'CCOD_FULL_2024_07.csv',
    parse: 'csv',
    head: quoted(...titleColumns()),
    perCompany: 1,
    oneIn: 12,
    record: titleRow,
    tail: (records) => quoted('Row Count:', String(records)),
  },
  {
    source: 'postcodes',
    file: 'NSPL_JUL_2024_UK.csv',
    parse: 'csv',
    head: `${POSTCODE_COLUMNS}\n`,
    perCompany: 1,
    oneIn: 1,
    record: postcodeRow,
  },
  {
    source: 'pay_gap',
    file: 'UK Gender Pay Gap Data - 2021 to 2022.csv',
    parse: 'csv',
    head: quoted(...EMPLOYER_COLUMNS.split(',')),
    perCompany: 1,
    oneIn: 500,
    record: employer,
  },
  {
    source: 'grants',
    file: 'grants-2024-07-01.json',
    parse: 'json',
    head: '{"grants":[',
    perCompany: 1,
    oneIn: 60,
    record: grant,
    between: ',\n',
    tail: () => ']}',
  },
  {
    source: 'contracts',
    file: 'releases-2024-07-01.jsonl',
    parse: 'json_lines',
    head: '',
    perCompany: 1,
    oneIn: 80,
    record: contract,
  },
];
