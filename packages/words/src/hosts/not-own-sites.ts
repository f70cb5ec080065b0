/**
 * Hosts with pages about or by many companies, which are no company's own website (Contract 2.8). An entry
 * covers all hosts below it. We compiled the list by hand. Marketplaces and portals are left out, since their
 * hosts are the websites of the companies that run them.
 */
const HOSTS = {
  register: `
    service.gov.uk companieshouse.gov.uk charitycommission.gov.uk oscr.org.uk charitycommissionni.org.uk fca.org.uk
    thegazette.co.uk ico.org.uk cqc.org.uk gleif.org ec.europa.eu sec.gov
  `,
  directory: `
    opencorporates.com endole.co.uk companycheck.co.uk duedil.com fullcircl.com dnb.com creditsafe.com
    company-director-check.co.uk companieslist.co.uk companiesintheuk.co.uk company-information.co.uk bizdb.co.uk
    bizstats.co.uk cbetta.com checkcompany.co.uk datalog.co.uk globaldatabase.com kompass.com northdata.com
    opengovuk.com pomanda.com ukcompanydirectory.com yell.com thomsonlocal.com 192.com 118118.com scoot.co.uk
    cylex-uk.co.uk hotfrog.co.uk freeindex.co.uk fyple.co.uk brownbook.net central-index.com misterwhat.co.uk
    tuugo.co.uk n49.com touchlocal.com applegate.co.uk europages.co.uk yelp.com yelp.co.uk tripadvisor.com
    tripadvisor.co.uk trustpilot.com reviews.io feefo.com glassdoor.com glassdoor.co.uk crunchbase.com pitchbook.com
    zoominfo.com rocketreach.co apollo.io lusha.com signalhire.com bloomberg.com owler.com craft.co cbinsights.com
    checkatrade.com trustatrader.com mybuilder.com ratedpeople.com bark.com trustedtraders.which.co.uk wikipedia.org
    wikidata.org google.com google.co.uk goo.gl g.page bing.com
  `,
  'social network': `
    facebook.com fb.com fb.me messenger.com instagram.com linkedin.com lnkd.in twitter.com x.com t.co youtube.com
    youtu.be tiktok.com pinterest.com pinterest.co.uk snapchat.com threads.net threads.com reddit.com vimeo.com
    whatsapp.com wa.me telegram.org t.me telegram.me discord.com discord.gg medium.com substack.com tumblr.com
    linktr.ee linkin.bio lnk.bio bio.link beacons.ai flickr.com soundcloud.com twitch.tv mastodon.social bsky.app nextdoor.com
    nextdoor.co.uk meetup.com eventbrite.com eventbrite.co.uk github.com gitlab.com behance.net dribbble.com
  `,
  'site builder': `
    wix.com wixsite.com wixstudio.io editorx.io squarespace.com weebly.com weeblysite.com godaddysites.com
    wordpress.com wpengine.com wpenginepowered.com wpcomstaging.com blogspot.com blogspot.co.uk blogger.com
    business.site webflow.io myshopify.com shopify.com bigcartel.com square.site strikingly.com mystrikingly.com
    jimdo.com jimdosite.com jimdofree.com webnode.com webnode.co.uk webnode.page site123.me yolasite.com
    moonfruit.com github.io gitlab.io netlify.app vercel.app herokuapp.com azurewebsites.net web.app firebaseapp.com
    pages.dev workers.dev onrender.com fly.dev carrd.co multiscreensite.com dudaone.com ueniweb.com ueni.com
    ionos.space mywebsite-editor.com btck.co.uk vpweb.co.uk vpweb.com webs.com freewebs.com tripod.com angelfire.com
    bravesites.com simplesite.com zyrosite.com hostingersite.com framer.website framer.app framer.ai notion.site
    notion.so durable.co bubbleapps.io salesforce-sites.com sharepoint.com ecwid.com company.site cargo.site
    mailchimpsites.com hubspotpagebuilder.com leadpages.co clickfunnels.com canva.site myportfolio.com glitch.me
    greenhousecms.co.uk volcanic.cloud cloud.contensis.com gcs-web.com sumsmanagement.com
  `,
  'document host': `
    prismic.io issuu.com dropbox.com dropboxusercontent.com live.com 1drv.ms scribd.com calameo.com yumpu.com
    slideshare.net box.com wetransfer.com amazonaws.com cloudfront.net windows.net azureedge.net ctfassets.net
    googleusercontent.com googleapis.com wixstatic.com squarespace-cdn.com shopifycdn.com hubspotusercontent.com
    akamaihd.net cloudinary.com archive.org bit.ly tinyurl.com forms.gle indd.adobe.com sway.office.com forms.office.com
    docdroid.com docdroid.net brandfolder.io digitaloceanspaces.com rackcdn.com pcdn.co q4cdn.com contentstack.io
    bigcontent.io website-files.com cdn-website.com divio-media.net assets-servd.host finalsite.net files.schudio.com
    cdn.realsmart.co.uk cdn.phenompeople.com homeflow-assets.co.uk hubspotusercontent-na1.net hubspotusercontent-eu1.net
    hubspotusercontent00.net hubspotusercontent10.net hubspotusercontent20.net hubspotusercontent30.net
    hubspotusercontent40.net protect-eu.mimecast.com protect-us.mimecast.com urldefense.com urldefense.proofpoint.com
  `,
  'mailbox provider': `
    gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.co.uk msn.com yahoo.com yahoo.co.uk
    ymail.com icloud.com me.com mac.com aol.com aol.co.uk btinternet.com btconnect.com btopenworld.com ntlworld.com
    blueyonder.co.uk tiscali.co.uk protonmail.com proton.me gmx.com gmx.co.uk mail.com
  `,
} as const;

export type NotOwnSite = keyof typeof HOSTS;

const KINDS: ReadonlyMap<string, NotOwnSite> = new Map(
  (Object.keys(HOSTS) as NotOwnSite[]).flatMap((kind) =>
    HOSTS[kind]
      .trim()
      .split(/\s+/)
      .map((host) => [host, kind] as const),
  ),
);

/** The kind of shared host; null where the host may be a company's own. */
export function notOwnSite(host: string): NotOwnSite | null {
  for (let at = 0; at >= 0; at = host.indexOf('.', at + 1)) {
    const kind = KINDS.get(at === 0 ? host : host.slice(at + 1));
    if (kind !== undefined) return kind;
  }
  return null;
}
