/** Who we say we are: the name that robots.txt rules are looked up by, and where our operator is reached. */
export const CRAWLER_NAME = 'CompanyDataCrawler';

/** @param contact a URL or an e-mail address (`CRAWLER_CONTACT`) */
export const userAgentOf = (contact: string): string => `${CRAWLER_NAME}/1.0 (+${contact})`;
