/**
 * Rules for services that sites call: measuring, advertising, chat, consent, payments, bookings and the like.
 * As in `rules-of-sites.ts`.
 */
export const SERVICES = `
Google Analytics | analytics | script google-analytics.com/ ; script googletagmanager.com/gtag/js?id=g- ; script googletagmanager.com/gtag/js?id=ua- ; cookie _ga ; cookie _gid | script https://www.googletagmanager.com/gtag/js?id=G-ABC1234
Google Tag Manager | tag manager | script googletagmanager.com/gtm.js | script https://www.googletagmanager.com/gtm.js?id=GTM-ABC123
Google Ads | advertising | script googleadservices.com/ ; script googletagmanager.com/gtag/js?id=aw- ; script googleads.g.doubleclick.net/ ; cookie _gcl_au | script https://www.googletagmanager.com/gtag/js?id=AW-123456789
Google AdSense | advertising | script pagead2.googlesyndication.com/ ; meta google-adsense-account= | script https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js
Meta Pixel | advertising | script connect.facebook.net/ ; cookie _fbp ; meta facebook-domain-verification= | script https://connect.facebook.net/en_US/fbevents.js
LinkedIn Insight Tag | advertising | script snap.licdn.com/ | script https://snap.licdn.com/li.lms-analytics/insight.min.js
Microsoft Advertising | advertising | script bat.bing.com/ ; cookie _uetsid | script https://bat.bing.com/bat.js
TikTok Pixel | advertising | script analytics.tiktok.com/ ; cookie _ttp | script https://analytics.tiktok.com/i18n/pixel/events.js
Pinterest Tag | advertising | script s.pinimg.com/ct/ ; cookie _pin_unauth ; meta p:domain_verify= | script https://s.pinimg.com/ct/core.js
X Ads | advertising | script static.ads-twitter.com/ | script https://static.ads-twitter.com/uwt.js
Snap Pixel | advertising | script sc-static.net/ ; cookie _scid | script https://sc-static.net/scevent.min.js
Reddit Pixel | advertising | script www.redditstatic.com/ads/ ; cookie _rdt_uuid | script https://www.redditstatic.com/ads/pixel.js
Criteo | advertising | script static.criteo.net/ ; script dynamic.criteo.com/ | script https://dynamic.criteo.com/js/ld/ld.js
AdRoll | advertising | script s.adroll.com/ ; cookie __adroll | script https://s.adroll.com/j/roundtrip.js
Taboola | advertising | script cdn.taboola.com/ | script https://cdn.taboola.com/libtrc/a/loader.js
Outbrain | advertising | script amplify.outbrain.com/ ; script widgets.outbrain.com/ | script https://amplify.outbrain.com/cp/obtp.js
The Trade Desk | advertising | script js.adsrvr.org/ | script https://js.adsrvr.org/up_loader.1.1.0.js
Microsoft Clarity | analytics | script www.clarity.ms/ ; cookie _clck | script https://www.clarity.ms/tag/abc
Hotjar | analytics | script static.hotjar.com/ ; cookie _hjsession | script https://static.hotjar.com/c/hotjar-123.js?sv=6
Matomo | analytics | script /matomo.js ; script /piwik.js ; script cdn.matomo.cloud/ ; cookie _pk_id | script https://cdn.matomo.cloud/example.matomo.cloud/matomo.js
Plausible | analytics | script plausible.io/js/ | script https://plausible.io/js/script.js
Fathom | analytics | script cdn.usefathom.com/ | script https://cdn.usefathom.com/script.js
Simple Analytics | analytics | script scripts.simpleanalyticscdn.com/ | script https://scripts.simpleanalyticscdn.com/latest.js
Adobe Analytics | analytics | script assets.adobedtm.com/ ; cookie amcv_ ; cookie s_vi | script https://assets.adobedtm.com/launch-abc.min.js
Mixpanel | analytics | script cdn.mxpnl.com/ ; script cdn4.mxpnl.com/ | script https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js
Amplitude | analytics | script cdn.amplitude.com/ | script https://cdn.amplitude.com/libs/amplitude-8.js
Segment | analytics | script cdn.segment.com/ ; cookie ajs_anonymous_id | script https://cdn.segment.com/analytics.js/v1/abc/analytics.min.js
Heap | analytics | script cdn.heapanalytics.com/ ; cookie _hp2_ | script https://cdn.heapanalytics.com/js/heap-123.js
FullStory | analytics | script edge.fullstory.com/ ; script fullstory.com/s/fs.js ; cookie fs_uid | script https://edge.fullstory.com/s/fs.js
Mouseflow | analytics | script cdn.mouseflow.com/ | script https://cdn.mouseflow.com/projects/abc.js
Lucky Orange | analytics | script tools.luckyorange.com/ | script https://tools.luckyorange.com/core/lo.js?site-id=1
Crazy Egg | analytics | script script.crazyegg.com/ ; cookie _ce.s | script https://script.crazyegg.com/pages/scripts/0001/0001.js
StatCounter | analytics | script statcounter.com/counter/ | script https://www.statcounter.com/counter/counter.js
PostHog | analytics | script posthog.com/static/ ; cookie ph_phc_ | script https://eu-assets.i.posthog.com/static/array.js
Cloudflare Web Analytics | analytics | script static.cloudflareinsights.com/ | script https://static.cloudflareinsights.com/beacon.min.js
Vercel Analytics | analytics | script /_vercel/insights/ | script https://www.example.co.uk/_vercel/insights/script.js
Lead Forensics | visitor identification | script secure.leadforensics.com/ | script https://secure.leadforensics.com/js/1234.js
Leadfeeder | visitor identification | script sc.lfeeder.com/ ; script lftracker.leadfeeder.com/ ; cookie _lfa | script https://sc.lfeeder.com/lftracker_v1_abc.js
Albacross | visitor identification | script serve.albacross.com/ | script https://serve.albacross.com/track.js
CallRail | call tracking | script cdn.callrail.com/ | script https://cdn.callrail.com/companies/1/abc/12/swap.js
ResponseTap | call tracking | script static-ssl.responsetap.com/ | script https://static-ssl.responsetap.com/static/scripts/rTapTrack.min.js
Infinity Tracking | call tracking | script ict.infinity-tracking.net/ | script https://ict.infinity-tracking.net/js/nas.v1.min.js
Optimizely | experiments | script cdn.optimizely.com/ ; cookie optimizely | script https://cdn.optimizely.com/js/123.js
VWO | experiments | script dev.visualwebsiteoptimizer.com/ ; cookie _vwo_uuid | script https://dev.visualwebsiteoptimizer.com/j.php?a=1
HubSpot | marketing automation | script js.hs-scripts.com/ ; script js.hsforms.net/ ; script js.hs-analytics.net/ ; script js-eu1.hs-scripts.com/ ; script js-eu1.hsforms.net/ ; cookie hubspotutk | script https://js.hs-scripts.com/123.js
Mailchimp | marketing automation | script chimpstatic.com/ ; script list-manage.com/ ; link cdn-images.mailchimp.com/ ; txt spf=servers.mcsv.net | script https://chimpstatic.com/mcjs-connected/js/users/a/b.js
Klaviyo | marketing automation | script static.klaviyo.com/ ; script a.klaviyo.com/ ; cookie __kla_id | script https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=A
Pardot | marketing automation | script pi.pardot.com/ ; script pardot.com/pd.js ; cookie visitor_id ; txt pardot | script https://pi.pardot.com/pd.js
Marketo | marketing automation | script munchkin.marketo.net/ ; cookie _mkto_trk | script https://munchkin.marketo.net/munchkin.js
ActiveCampaign | marketing automation | script trackcmp.net/ ; script diffuser-cdn.app-us1.com/ | script https://diffuser-cdn.app-us1.com/diffuser/diffuser.js
Dotdigital | marketing automation | script trackedlink.net/ ; script static.trackedweb.net/ | script https://static.trackedweb.net/js/_dmptv4.js
Brevo | marketing automation | script sibautomation.com/ ; script cdn.brevo.com/ ; txt brevo-code: ; txt sendinblue-code: ; txt spf=spf.sendinblue.com | script https://sibautomation.com/sa.js?key=a
Omnisend | marketing automation | script omnisnippet1.com/ ; script omnisrc.com/ | script https://omnisnippet1.com/inshop/launcher-v2.js
Oracle Eloqua | marketing automation | script img.en25.com/ ; cookie eloqua | script https://img.en25.com/i/elqCfg.min.js
Salesforce | crm | script service.force.com/ ; script .my.salesforce.com/ | script https://service.force.com/embeddedservice/5.0/esw.min.js
Zoho SalesIQ | live chat | script salesiq.zoho.com/ ; script salesiq.zohopublic.com/ ; script salesiq.zoho.eu/ | script https://salesiq.zoho.eu/widget
Intercom | live chat | script widget.intercom.io/ ; script js.intercomcdn.com/ ; cookie intercom- | script https://widget.intercom.io/widget/abc
Zendesk Chat | live chat | script static.zdassets.com/ ; script v2.zopim.com/ ; cookie __zlcmid | script https://static.zdassets.com/ekr/snippet.js?key=a
Tawk.to | live chat | script embed.tawk.to/ ; cookie twk_ | script https://embed.tawk.to/abc/default
LiveChat | live chat | script cdn.livechatinc.com/ ; cookie __lc_cid | script https://cdn.livechatinc.com/tracking.js
Drift | live chat | script js.driftt.com/ ; cookie driftt_aid | script https://js.driftt.com/include/1/abc.js
Crisp | live chat | script client.crisp.chat/ ; cookie crisp-client | script https://client.crisp.chat/l.js
Tidio | live chat | script code.tidio.co/ | script https://code.tidio.co/abc.js
Olark | live chat | script static.olark.com/ ; cookie olfsk | script https://static.olark.com/jsclient/loader0.js
Freshchat | live chat | script wchat.freshchat.com/ ; script fw-cdn.com/ | script https://wchat.freshchat.com/js/widget.js
Gorgias | live chat | script config.gorgias.chat/ ; script bundles.gorgias.chat/ | script https://config.gorgias.chat/bundle-loader/a
Smartsupp | live chat | script smartsuppchat.com/ | script https://www.smartsuppchat.com/loader.js
Cookiebot | consent | script consent.cookiebot.com/ | script https://consent.cookiebot.com/uc.js
OneTrust | consent | script cdn.cookielaw.org/ ; script cookie-cdn.cookiepro.com/ ; cookie optanonconsent | script https://cdn.cookielaw.org/scripttemplates/otSDKStub.js
Civic Cookie Control | consent | script cc.cdn.civiccomputing.com/ ; cookie cookiecontrol | script https://cc.cdn.civiccomputing.com/9/cookieControl-9.x.min.js
CookieYes | consent | script cdn-cookieyes.com/ ; address /plugins/cookie-law-info/ ; cookie cookieyes-consent | script https://cdn-cookieyes.com/client_data/abc/script.js
Complianz | consent | address /plugins/complianz ; cookie cmplz_ | link https://www.example.co.uk/wp-content/plugins/complianz-gdpr/assets/css/cookieblocker.min.css
Usercentrics | consent | script app.usercentrics.eu/ | script https://app.usercentrics.eu/browser-ui/latest/loader.js
Iubenda | consent | script cdn.iubenda.com/ ; script cs.iubenda.com/ | script https://cdn.iubenda.com/cs/iubenda_cs.js
Osano | consent | script cmp.osano.com/ ; script /cookieconsent.min.js | script https://cmp.osano.com/abc/osano.js
Termly | consent | script app.termly.io/ | script https://app.termly.io/embed.min.js
Quantcast Choice | consent | script cmp.quantcast.com/ ; script cmp.inmobi.com/ | script https://cmp.quantcast.com/choice/abc/choice.js
Stripe | payments | script js.stripe.com/ ; cookie __stripe_mid | script https://js.stripe.com/v3/
PayPal | payments | script www.paypal.com/sdk/ ; script www.paypalobjects.com/ | script https://www.paypal.com/sdk/js?client-id=a
Klarna | payments | script klarnaservices.com/ ; script x.klarnacdn.net/ | script https://js.klarna.com.klarnaservices.com/lib.js
Clearpay | payments | script js.afterpay.com/ ; script static.afterpay.com/ ; script js.clearpay.co.uk/ | script https://js.afterpay.com/afterpay-1.x.js
Braintree | payments | script js.braintreegateway.com/ | script https://js.braintreegateway.com/web/3.97.2/js/client.min.js
Worldpay | payments | script cdn.worldpay.com/ ; script payments.worldpay.com/ | script https://payments.worldpay.com/resources/hpp/js/a.js
GoCardless | payments | script pay.gocardless.com/ ; script cdn.gocardless.com/ | script https://pay.gocardless.com/js/beta
Square | payments | script web.squarecdn.com/ ; script js.squareup.com/ | script https://web.squarecdn.com/v1/square.js
Calendly | booking | address assets.calendly.com/ | script https://assets.calendly.com/assets/external/widget.js
Acuity Scheduling | booking | script embed.acuityscheduling.com/ | script https://embed.acuityscheduling.com/js/embed.js
OpenTable | booking | script www.opentable.co.uk/widget/ ; script www.opentable.com/widget/ | script https://www.opentable.co.uk/widget/reservation/loader?rid=1
ResDiary | booking | script booking.resdiary.com/ | script https://booking.resdiary.com/bundles/WidgetV2Loader.js
SimplyBook.me | booking | script widget.simplybook | script https://widget.simplybook.it/v2/widget/widget.js
FareHarbor | booking | script fareharbor.com/embeds/ | script https://fareharbor.com/embeds/api/v1/
Trustpilot | reviews | script widget.trustpilot.com/ | script https://widget.trustpilot.com/bootstrap/v5/tp.widget.bootstrap.min.js
Feefo | reviews | script register.feefo.com/ ; script api.feefo.com/ | script https://api.feefo.com/api/javascript/example
Reviews.io | reviews | script widget.reviews.io/ ; script widget.reviews.co.uk/ | script https://widget.reviews.co.uk/badge-modern/dist.js
Yotpo | reviews | script staticw2.yotpo.com/ ; script cdn-widgetsrepository.yotpo.com/ | script https://staticw2.yotpo.com/abc/widget.js
Judge.me | reviews | script cdn.judge.me/ ; script judgeme | script https://cdn.judge.me/widget_preloader.js
Elfsight | widgets | script apps.elfsight.com/ ; script static.elfsight.com/ | script https://apps.elfsight.com/p/platform.js
POWR | widgets | script www.powr.io/ | script https://www.powr.io/powr.js
AddThis | widgets | script s7.addthis.com/ | script https://s7.addthis.com/js/300/addthis_widget.js
ShareThis | widgets | script platform-api.sharethis.com/ ; script w.sharethis.com/ | script https://platform-api.sharethis.com/js/sharethis.js
AddToAny | widgets | script static.addtoany.com/ | script https://static.addtoany.com/menu/page.js
Google reCAPTCHA | security | script google.com/recaptcha/ ; script gstatic.com/recaptcha/ ; script recaptcha.net/ | script https://www.google.com/recaptcha/api.js?render=a
hCaptcha | security | script hcaptcha.com/ | script https://js.hcaptcha.com/1/api.js
Cloudflare Turnstile | security | script challenges.cloudflare.com/ | script https://challenges.cloudflare.com/turnstile/v0/api.js
Google Maps | maps | script maps.googleapis.com/ ; script maps.google.com/ | script https://maps.googleapis.com/maps/api/js?key=a
Mapbox | maps | address api.mapbox.com/ | script https://api.mapbox.com/mapbox-gl-js/v3.0.1/mapbox-gl.js
Vimeo | video | script player.vimeo.com/ | script https://player.vimeo.com/api/player.js
YouTube | video | script youtube.com/iframe_api ; script youtube.com/player_api | script https://www.youtube.com/iframe_api
Wistia | video | script fast.wistia.com/ ; script fast.wistia.net/ | script https://fast.wistia.com/assets/external/E-v1.js
Typeform | forms | script embed.typeform.com/ | script https://embed.typeform.com/next/embed.js
Jotform | forms | script form.jotform ; script cdn.jotfor.ms/ | script https://cdn.jotfor.ms/static/prototype.forms.js
Formstack | forms | script formstack.com/forms/ | script https://static.formstack.com/forms/js/a.js
Sentry | monitoring | script browser.sentry-cdn.com/{v} ; script js.sentry-cdn.com/ | script https://browser.sentry-cdn.com/7.91.0/bundle.min.js
New Relic | monitoring | script js-agent.newrelic.com/ | script https://js-agent.newrelic.com/nr-1.248.0.min.js
Datadog | monitoring | script datadoghq-browser-agent.com/ | script https://www.datadoghq-browser-agent.com/eu1/v5/datadog-rum.js
UserWay | accessibility | script cdn.userway.org/ | script https://cdn.userway.org/widget.js
accessiBe | accessibility | script acsbapp.com/ ; script acsbap.com/ | script https://acsbapp.com/apps/app/dist/js/app.js
Recite Me | accessibility | script api.reciteme.com/ | script https://api.reciteme.com/asset/js?key=a
ReachDeck | accessibility | script browsealoud.com/ | script https://www.browsealoud.com/plus/scripts/ba.js
Algolia | search | script /algoliasearch ; script cdn.jsdelivr.net/npm/algoliasearch@{v} | script https://cdn.jsdelivr.net/npm/algoliasearch@4.22.0/dist/algoliasearch.umd.js
Weglot | translation | script cdn.weglot.com/ | script https://cdn.weglot.com/weglot.min.js
GTranslate | translation | script cdn.gtranslate.net/ | script https://cdn.gtranslate.net/widgets/latest/dropdown.js
Google Translate | translation | script translate.google.com/translate_a/ | script https://translate.google.com/translate_a/element.js
`;
