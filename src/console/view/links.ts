/** Builds the paths of the console's pages from the ids that the log uses. */
const encoded = encodeURIComponent;

export const paths = {
  account: (id: number | string) => `/accounts/${id}`,
  key: (id: string) => `/keys/${encoded(id)}`,
  job: (id: string) => `/jobs/${encoded(id)}`,
  row: (job: string, row: number) => `/jobs/${encoded(job)}/rows/${row}`,
  request: (id: string) => `/requests/${encoded(id)}`,
  charge: (id: string) => `/charges/${encoded(id)}`,
  company: (number: string) => `/companies/${encoded(number)}`,
  adjustment: (id: string) => `/adjustments/${encoded(id)}`,
  event: (stream: string, revision: number) => `/events/${encoded(stream)}/${revision}`,
  explain: (query: Readonly<Record<string, string | number | null | undefined>>) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value != null) parameters.set(name, String(value));
    return `/explain?${parameters.toString()}`;
  },
};
