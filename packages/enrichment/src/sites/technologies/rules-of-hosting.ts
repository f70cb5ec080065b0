/**
 * Rules for the infrastructure of sites and their mail: servers, networks, hosts, name servers, mail. As in
 * `rules-of-sites.ts`.
 */
export const HOSTING = `
nginx | web server | header server=nginx/{v} ; header server=nginx | header server: nginx/1.24.0
Apache | web server | header server=Apache/{v} ; header server=Apache | header server: Apache/2.4.57 (Debian)
Microsoft IIS | web server | header server=Microsoft-IIS/{v} | header server: Microsoft-IIS/10.0
LiteSpeed | web server | header server=LiteSpeed | header server: LiteSpeed
OpenResty | web server | header server=openresty/{v} ; header server=openresty | header server: openresty/1.21.4.2
Caddy | web server | header server=Caddy | header server: Caddy
Envoy | web server | header server=envoy ; header x-envoy-upstream-service-time | header server: envoy
PHP | language | header x-powered-by=PHP/{v} ; cookie phpsessid | header x-powered-by: PHP/8.2.13
ASP.NET | language | header x-powered-by=ASP.NET ; header x-aspnet-version={v} ; header x-aspnetmvc-version ; cookie asp.net_sessionid ; cookie .aspnetcore. | header x-aspnet-version: 4.0.30319
Express | language | header x-powered-by=Express | header x-powered-by: Express
Java servlets | language | cookie jsessionid ; header x-powered-by=Servlet/{v} | cookie JSESSIONID
Laravel | language | cookie laravel_session | cookie laravel_session
Phusion Passenger | web server | header x-powered-by=Phusion Passenger ; header server=Phusion Passenger | header x-powered-by: Phusion Passenger 6.0.18
Plesk | hosting panel | header x-powered-by=PleskLin ; header x-powered-by=PleskWin | header x-powered-by: PleskLin
Cloudflare | cdn | header server=cloudflare ; header cf-ray ; cookie __cf_bm ; cookie cf_clearance ; address cdnjs.cloudflare.com/ajax/ | header cf-ray: 84a1b2c3d4e5f6a7-LHR
Amazon CloudFront | cdn | header x-amz-cf-id ; header via=cloudfront ; address .cloudfront.net/ | header x-amz-cf-id: abcDEF==
Fastly | cdn | header x-fastly-request-id ; header x-served-by=cache-lh ; header x-served-by=cache-lcy | header x-served-by: cache-lhr7360-LHR
Akamai | cdn | header x-akamai-transformed ; header server=AkamaiGHost ; cookie ak_bmsc ; cookie _abck | header server: AkamaiGHost
Azure Front Door | cdn | header x-azure-ref | header x-azure-ref: 0abc
Bunny CDN | cdn | header server=BunnyCDN ; address .b-cdn.net/ | header server: BunnyCDN-UK1-1100
KeyCDN | cdn | header server=keycdn ; address .kxcdn.com/ | header server: keycdn-engine
jsDelivr | cdn | address cdn.jsdelivr.net/ | script https://cdn.jsdelivr.net/npm/a@1/a.js
unpkg | cdn | address unpkg.com/ | script https://unpkg.com/a@1.0.0/a.js
Google Hosted Libraries | cdn | address ajax.googleapis.com/ | script https://ajax.googleapis.com/ajax/libs/jquery/3.7.1/jquery.min.js
Imperva | security | header x-iinfo ; header x-cdn=Imperva ; header x-cdn=Incapsula ; cookie incap_ses_ ; cookie visid_incap_ | cookie visid_incap_123
Sucuri | security | header x-sucuri-id ; header server=Sucuri | header x-sucuri-id: 18015
Wordfence | security | cookie wfwaf-authcookie ; cookie wordfence_ | cookie wfwaf-authcookie-abc
DataDome | security | header x-datadome ; cookie datadome | cookie datadome
Strict Transport Security | security | header strict-transport-security | header strict-transport-security: max-age=31536000
Netlify | hosting | header server=Netlify ; header x-nf-request-id | header server: Netlify
Vercel | hosting | header server=Vercel ; header x-vercel-id | header x-vercel-id: lhr1::abc
GitHub Pages | hosting | header server=GitHub.com ; header x-github-request-id | header server: GitHub.com
Heroku | hosting | header via=vegur ; header server=Heroku | header via: 1.1 vegur
Amazon S3 | hosting | header server=AmazonS3 ; header x-amz-bucket-region ; address .s3.amazonaws.com/ ; address .s3.eu-west-2.amazonaws.com/ ; address .s3.eu-west-1.amazonaws.com/ | header server: AmazonS3
Google Cloud Storage | hosting | header x-goog-generation ; address storage.googleapis.com/ | script https://storage.googleapis.com/a/a.js
Azure App Service | hosting | cookie arraffinity ; cookie tipmix | cookie ARRAffinitySameSite
WP Engine | hosting | header x-powered-by=WP Engine ; header wpe-backend ; header x-wpe- | header x-powered-by: WP Engine
Kinsta | hosting | header x-kinsta-cache ; header ki-edge | header x-kinsta-cache: HIT
Pantheon | hosting | header x-pantheon-styx-hostname | header x-pantheon-styx-hostname: styx-fe1-a
SiteGround | hosting | header x-proxy-cache-info=dt: ; header sg-f-cache ; ns siteground.net | ns ns1.siteground.net
Flywheel | hosting | header x-fw-hash ; header x-fw-server=flywheel | header x-fw-hash: abc
20i | hosting | header x-20i-cache ; ns stackdns.com ; mx stackmail.com | ns ns1.stackdns.com
Krystal | hosting | ns krystal.uk ; ns krystal.co.uk ; mx krystal.uk | ns ns1.krystal.uk
Fasthosts | hosting | ns fasthosts.net.uk ; mx livemail.co.uk ; mx fasthosts.co.uk | mx mxin1.livemail.co.uk
IONOS | hosting | ns ui-dns.com ; ns ui-dns.co.uk ; ns ui-dns.org ; ns ui-dns.de ; ns ui-dns.biz ; mx ionos.co.uk ; mx kundenserver.de | mx mx00.ionos.co.uk
GoDaddy | hosting | ns domaincontrol.com ; mx secureserver.net | mx smtp.secureserver.net
123 Reg | hosting | ns 123-reg.co.uk ; mx 123-reg.co.uk | ns ns.123-reg.co.uk
Heart Internet | hosting | ns heartinternet.uk ; ns mainnameserver.com ; mx heartinternet.uk | ns ns.mainnameserver.com
TSO Host | hosting | ns tsohost.co.uk ; ns dnsexit.tsohost.co.uk ; mx tsohost.co.uk | ns ns1.tsohost.co.uk
Names.co.uk | hosting | ns namesco.net ; ns names.co.uk ; mx namesco.net | ns ns0.namesco.net
LCN | hosting | ns lcn.com ; mx lcn.com | ns ns0.lcn.com
Hostinger | hosting | ns dns-parking.com ; mx hostinger.com ; header platform=hostinger ; header server=hcdn | mx mx1.hostinger.com
OVHcloud | hosting | ns ovh.net ; mx mail.ovh.net | ns dns1.ovh.net
Cloudflare DNS | dns | ns ns.cloudflare.com | ns ada.ns.cloudflare.com
Amazon Route 53 | dns | ns awsdns-.com ; ns awsdns-.net ; ns awsdns-.org ; ns awsdns-.co.uk | ns ns-1536.awsdns-00.co.uk
Azure DNS | dns | ns azure-dns.com ; ns azure-dns.net ; ns azure-dns.org ; ns azure-dns.info | ns ns1-01.azure-dns.com
Google Cloud DNS | dns | ns googledomains.com | ns ns-cloud-a1.googledomains.com
NS1 | dns | ns nsone.net | ns dns1.p01.nsone.net
DNSimple | dns | ns dnsimple.com | ns ns1.dnsimple.com
DNS Made Easy | dns | ns dnsmadeeasy.com | ns ns10.dnsmadeeasy.com
Wix DNS | dns | ns wixdns.net | ns ns1.wixdns.net
Microsoft 365 | email | mx mail.protection.outlook.com ; mx mx.microsoft ; txt ms=ms ; txt spf=spf.protection.outlook.com | mx example-co-uk.mail.protection.outlook.com
Google Workspace | email | mx google.com ; mx googlemail.com ; txt spf=_spf.google.com | mx aspmx.l.google.com
Zoho Mail | email | mx zoho.com ; mx zoho.eu ; txt zoho-verification= | mx mx.zoho.eu
Proton Mail | email | mx protonmail.ch ; txt protonmail-verification= | mx mail.protonmail.ch
Fastmail | email | mx messagingengine.com | mx in1-smtp.messagingengine.com
iCloud Mail | email | mx mail.icloud.com ; txt apple-domain= | mx mx01.mail.icloud.com
Amazon SES | email delivery | mx amazonaws.com ; txt amazonses: ; txt spf=amazonses.com | txt v=spf1 include:amazonses.com ~all
SendGrid | email delivery | txt spf=sendgrid.net ; mx sendgrid.net | txt v=spf1 include:sendgrid.net ~all
Mailgun | email delivery | txt spf=mailgun.org ; mx mailgun.org | txt v=spf1 include:mailgun.org ~all
Postmark | email delivery | txt spf=spf.mtasv.net ; mx inbound.postmarkapp.com | txt v=spf1 include:spf.mtasv.net ?all
Mimecast | email security | mx mimecast.com ; txt spf=_netblocks.mimecast.com ; txt spf=eu._netblocks.mimecast.com | mx eu-smtp-inbound-1.mimecast.com
Proofpoint | email security | mx pphosted.com ; mx ppe-hosted.com | mx mx0a-00000001.pphosted.com
Barracuda | email security | mx barracudanetworks.com | mx d12345.a.ess.uk.barracudanetworks.com
Broadcom Email Security | email security | mx messagelabs.com | mx cluster1.eu.messagelabs.com
Trend Micro Email Security | email security | mx tmes.trendmicro.eu ; mx tmes.trendmicro.com | mx example.in.tmes.trendmicro.eu
Sophos Email | email security | mx hydra.sophos.com ; txt sophos-domain-verification= | mx mx-01-eu-west-1.prod.hydra.sophos.com
Hornetsecurity | email security | mx hornetsecurity.com ; mx antispameurope.com | mx mx01.hornetsecurity.com
Zendesk | customer service | txt zendeskverification= ; txt spf=mail.zendesk.com ; script static.zdassets.com/ekr | txt v=spf1 include:mail.zendesk.com ~all
Freshdesk | customer service | txt spf=email.freshdesk.com ; script widget.freshworks.com/ | script https://widget.freshworks.com/widgets/1.js
Google Search Console | verification | txt google-site-verification= ; meta google-site-verification= | txt google-site-verification=abc
Bing Webmaster Tools | verification | meta msvalidate.01= | meta msvalidate.01=ABC
Atlassian | verification | txt atlassian-domain-verification= | txt atlassian-domain-verification=abc
Dropbox | verification | txt dropbox-domain-verification= | txt dropbox-domain-verification=abc
DocuSign | verification | txt docusign= | txt docusign=05958488-4752
Adobe | verification | txt adobe-idp-site-verification= ; txt adobe-sign-verification= | txt adobe-idp-site-verification=abc
Slack | verification | txt slack-domain-verification= | txt slack-domain-verification=abc
Zoom | verification | txt zoom_verify_ | txt ZOOM_verify_abc
Xero | accounting | txt spf=spf.xero.com | txt v=spf1 include:spf.xero.com ~all
`;
