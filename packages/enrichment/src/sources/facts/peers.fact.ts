/** Finds companies similar to a company. The block later leaves out those of its own group. */
import type { PeerProfile } from '../cohorts/peer.js';
import type { PeersNear } from '../cohorts/peer-pages.js';
import { peerProfiles } from '../cohorts/peers-of.js';
import { defineFact } from './define-fact.js';

export interface PeersOfCompany extends PeersNear {
  readonly company: PeerProfile;
}

/** The peers of companies whose filed codes name a trade. */
export const peers = defineFact({
  name: 'peers',
  source: 'cohorts',
  also: ['postcodes', 'accounts'],
  needs: ['company'],
  join: (numbers, { facts, editions: { cohorts, postcodes, accounts } }) => {
    const records = accounts?.byNumbers(numbers) ?? new Map();
    const profiles = peerProfiles(facts.company.values(), records, postcodes);
    const near = cohorts.peers.near(profiles);
    const peersByNumber = new Map<string, PeersOfCompany>();
    for (const [number, company] of profiles)
      peersByNumber.set(number, { company, ...(near.get(number) ?? { considered: 0, peers: [] }) });
    return peersByNumber;
  },
});
