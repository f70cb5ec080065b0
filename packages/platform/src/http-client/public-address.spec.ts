import { isPublicAddress, lookupPublic, namesPrivateAddress } from './public-address.js';

it.each([
  ...['127.0.0.1', '10.0.0.5', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '168.63.129.16', '::1', '::', 'fe80::1', 'fd00::1'],
  ...[
    '::ffff:127.0.0.1',
    '::7f00:1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '4000::1',
    'ff02::1',
  ],
  ...['localhost', ''],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['8.8.8.8', '52.95.150.1', '2a00:1450:4009:820::200e', '2606:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it('knows an address in a URL by any of its notations', () => {
  for (const url of [
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://10.0.0.1:80',
  ])
    expect([url, namesPrivateAddress(new URL(url))]).toEqual([url, true]);
  for (const url of ['https://8.8.8.8/', 'https://document-api.example/', 'https://[2606:4700::1111]/'])
    expect([url, namesPrivateAddress(new URL(url))]).toEqual([url, false]);
});

it('does not resolve a name to an address of our own network', async () => {
  const refused = await new Promise((resolve) => lookupPublic('localhost', { all: true }, resolve));
  expect(refused).toMatchObject({ message: 'localhost has an address that is not public' });
});
