/** Where the console shows a thing, by what it is called in the log. */
const part = encodeURIComponent;

export const paths = {
  account: (id: number | string) => `/accounts/${id}`,
  key: (id: string) => `/keys/${part(id)}`,
  job: (id: string) => `/jobs/${part(id)}`,
  row: (job: string, row: number) => `/jobs/${part(job)}/rows/${row}`,
  request: (id: string) => `/requests/${part(id)}`,
  charge: (id: string) => `/charges/${part(id)}`,
  company: (number: string) => `/companies/${part(number)}`,
  adjustment: (id: string) => `/adjustments/${part(id)}`,
  event: (stream: string, revision: number) => `/events/${part(stream)}/${revision}`,
  bill: (of: Readonly<Record<string, string | number | null | undefined>>) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(of)) if (value != null) query.set(name, String(value));
    return `/explain?${query.toString()}`;
  },
};
