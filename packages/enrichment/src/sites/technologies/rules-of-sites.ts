/**
 * Rules for the software that sites are built with. We wrote them from vendors' publications. A line a
 * technology: its name, category, what shows it (`rule.ts` describes the form), and an example.
 */
export const SITES = `
WordPress | cms | meta generator=WordPress {v} ; address /wp-content/ ; address /wp-includes/ ; link https://api.w.org/ | meta generator=WordPress 6.4.2
Drupal | cms | meta generator=Drupal {v} ; header x-generator=Drupal {v} ; header x-drupal-cache ; header x-drupal-dynamic-cache ; address /sites/default/files/ | header x-generator: Drupal 10 (https://www.drupal.org)
Joomla | cms | meta generator=Joomla! ; address /media/jui/ ; address /media/vendor/joomla | meta generator=Joomla! - Open Source Content Management
TYPO3 | cms | meta generator=TYPO3 {v} ; address /typo3conf/ ; address /typo3temp/ | meta generator=TYPO3 CMS
Umbraco | cms | meta generator=Umbraco ; cookie umb_ ; header x-umbraco-version={v} ; address /umbraco/ | header x-umbraco-version: 7.5.3
Sitecore | cms | cookie sc_analytics_global_cookie ; cookie sitecore | cookie sc_analytics_global_cookie
Kentico | cms | cookie cmspreferredculture ; cookie cmscsrfcookie ; meta generator=Kentico ; address /cmspages/getresource.ashx | cookie CMSPreferredCulture
Concrete CMS | cms | meta generator=concrete5 - {v} ; meta generator=Concrete CMS ; address /concrete/js/ | meta generator=concrete5 - 8.5.2
Craft CMS | cms | header x-powered-by=Craft CMS ; cookie craftsessionid | header x-powered-by: Craft CMS
Ghost | cms | meta generator=Ghost {v} ; header x-ghost-cache-status | meta generator=Ghost 5.82
MODX | cms | meta generator=MODX ; header x-powered-by=MODX | meta generator=MODX Revolution
Silverstripe | cms | meta generator=SilverStripe ; meta generator=Silverstripe CMS {v} | meta generator=Silverstripe CMS 5.1
Contao | cms | meta generator=Contao | meta generator=Contao Open Source CMS
DotNetNuke | cms | meta generator=DotNetNuke ; cookie .dotnetnuke ; cookie dnn_ | cookie .DOTNETNUKE
Adobe Experience Manager | cms | address /etc.clientlibs/ ; address /etc/designs/ | script https://www.example.co.uk/etc.clientlibs/site/clientlibs/base.min.js
Contentful | cms | address .ctfassets.net/ | link https://images.ctfassets.net/abc/logo.svg
Prismic | cms | address static.cdn.prismic.io/ | script https://static.cdn.prismic.io/prismic.js
Sanity | cms | address cdn.sanity.io/ | link https://cdn.sanity.io/images/abc/production/icon.png
Storyblok | cms | address app.storyblok.com/f/storyblok ; address a.storyblok.com/ | script https://app.storyblok.com/f/storyblok-v2-latest.js
HubSpot CMS | cms | meta generator=HubSpot ; header x-hs-hub-id ; header x-powered-by=HubSpot | meta generator=HubSpot
Elementor | page builder | meta generator=Elementor {v} ; address /plugins/elementor/ ; address /uploads/elementor/ | meta generator=Elementor 3.18.3; features: e_dom_optimization
Divi | page builder | address /themes/divi/ ; meta generator=Divi v.{v} | meta generator=Divi v.4.23
WPBakery | page builder | meta generator=Powered by WPBakery ; address /plugins/js_composer/ | meta generator=Powered by WPBakery Page Builder
Beaver Builder | page builder | address /plugins/bb-plugin/ ; address /uploads/bb-plugin/ | link https://www.example.co.uk/wp-content/uploads/bb-plugin/cache/1-layout.css
Avada | page builder | address /themes/avada/ | link https://www.example.co.uk/wp-content/themes/Avada/assets/css/style.min.css
Yoast SEO | seo | address /plugins/wordpress-seo/ | script https://www.example.co.uk/wp-content/plugins/wordpress-seo/js/a.js
Site Kit by Google | seo | meta generator=Site Kit by Google {v} | meta generator=Site Kit by Google 1.120.0
Contact Form 7 | forms | address /plugins/contact-form-7/ | script https://www.example.co.uk/wp-content/plugins/contact-form-7/includes/js/index.js?ver=5.8
Gravity Forms | forms | address /plugins/gravityforms/ | script https://www.example.co.uk/wp-content/plugins/gravityforms/js/gravityforms.min.js
WPForms | forms | address /plugins/wpforms | link https://www.example.co.uk/wp-content/plugins/wpforms-lite/assets/css/frontend.css
Ninja Forms | forms | address /plugins/ninja-forms/ | script https://www.example.co.uk/wp-content/plugins/ninja-forms/assets/js/a.js
Slider Revolution | page builder | address /plugins/revslider/ ; meta generator=Powered by Slider Revolution {v} | meta generator=Powered by Slider Revolution 6.6.18 - responsive
WP Rocket | performance | header x-powered-by=WP Rocket ; address /cache/wp-rocket/ ; address /plugins/wp-rocket/ | script https://www.example.co.uk/wp-content/cache/wp-rocket/a.js
LiteSpeed Cache | performance | header x-litespeed-cache ; address /litespeed/js/ ; address /plugins/litespeed-cache/ | header x-litespeed-cache: hit
W3 Total Cache | performance | header x-powered-by=W3 Total Cache/{v} ; address /cache/minify/ | header x-powered-by: W3 Total Cache/0.9.4
Autoptimize | performance | address /cache/autoptimize/ | link https://www.example.co.uk/wp-content/cache/autoptimize/css/a.css
Jetpack | cms plugin | address /plugins/jetpack/ ; address stats.wp.com/ | script https://stats.wp.com/e-202440.js
WPML | cms plugin | meta generator=WPML ver:{v} ; address /plugins/sitepress-multilingual-cms/ | meta generator=WPML ver:4.6.8 stt:1,4
Wix | website builder | meta generator=Wix.com ; header x-wix-request-id ; address static.parastorage.com/ ; address static.wixstatic.com/ | meta generator=Wix.com Website Builder
Squarespace | website builder | header server=Squarespace ; address assets.squarespace.com/ ; address static1.squarespace.com/ | script https://assets.squarespace.com/universal/scripts-compressed/common.js
Weebly | website builder | address editmysite.com/ ; header x-host=weebly | script https://cdn2.editmysite.com/js/site/main.js
Webflow | website builder | meta generator=Webflow ; address assets.website-files.com/ ; address cdn.prod.website-files.com/ | meta generator=Webflow
GoDaddy Website Builder | website builder | meta generator=Starfield Technologies ; address img1.wsimg.com/ | meta generator=Starfield Technologies; Go Daddy Website Builder 8.0.0000
Duda | website builder | address .cdn-website.com/ ; address static.cdn-website.com/ ; address irp.cdn-website.com/ | script https://static.cdn-website.com/libs/a.js
Jimdo | website builder | meta generator=Jimdo ; address assets.jimstatic.com/ | script https://assets.jimstatic.com/web.js
Framer | website builder | meta generator=Framer ; address framerusercontent.com/ | meta generator=Framer a1b2c3
Carrd | website builder | meta generator=Carrd ; address carrd.co/assets | link https://example.carrd.co/assets/main.css
Strikingly | website builder | address static-assets.strikinglycdn.com/ ; address user-assets.strikinglycdn.com/ | script https://static-assets.strikinglycdn.com/main.js
Site123 | website builder | meta generator=SITE123 ; address cdn-cms-s.f-static.net/ | link https://cdn-cms-s.f-static.net/versions/2/css/a.css
Webnode | website builder | meta generator=Webnode ; address .cdn.webnode | meta generator=Webnode 2
IONOS MyWebsite | website builder | meta generator=IONOS MyWebsite ; address mywebsite-editor.com/ ; address website-editor.net/ | link https://cdn.website-editor.net/md/a.css
Hostinger Website Builder | website builder | meta generator=Hostinger Website Builder ; meta generator=Zyro ; address assets.zyrosite.com/ | meta generator=Hostinger Website Builder
Create.net | website builder | address sites.create-cdn.net/ | link https://sites.create-cdn.net/sites/a.css
Shopify | ecommerce | header x-shopify-stage ; header x-shopid ; header powered-by=Shopify ; cookie _shopify_ ; address cdn.shopify.com/ ; address /cdn/shop/ ; meta shopify- | script https://cdn.shopify.com/s/files/1/0001/t/1/assets/theme.js
WooCommerce | ecommerce | meta generator=WooCommerce {v} ; address /plugins/woocommerce/ ; cookie woocommerce_ ; cookie wp_woocommerce_session_ | meta generator=WooCommerce 8.4.0
Magento | ecommerce | cookie mage- ; address /static/frontend/magento/ ; address /skin/frontend/ ; header x-magento- ; address /static/version | cookie mage-cache-storage
PrestaShop | ecommerce | meta generator=PrestaShop ; header powered-by=PrestaShop ; cookie prestashop- | meta generator=PrestaShop
OpenCart | ecommerce | cookie ocsessid ; address catalog/view/theme/ ; address catalog/view/javascript/ | cookie OCSESSID
BigCommerce | ecommerce | address .bigcommerce.com/ ; cookie shop_session_token ; meta platform=bigcommerce | script https://cdn11.bigcommerce.com/s-abc/stencil/theme.js
Ecwid | ecommerce | address app.ecwid.com/ ; address ecwid.com/script.js | script https://app.ecwid.com/script.js?1234
EKM | ecommerce | address .ekmsecure.com/ ; address ekmpowershop | link https://cdn.ekmsecure.com/a.css
Volusion | ecommerce | address /v/vspfiles/ | link https://www.example.co.uk/v/vspfiles/templates/a/css/a.css
nopCommerce | ecommerce | meta generator=nopCommerce ; cookie .nop. | meta generator=nopCommerce
Visualsoft | ecommerce | address .visualsoft.co.uk/ | script https://cdn.visualsoft.co.uk/a.js
Square Online | ecommerce | address cdn3.editmysite.com/app/store ; meta generator=Square Online | script https://cdn3.editmysite.com/app/store/main.js
Big Cartel | ecommerce | meta generator=Big Cartel ; address assets.bigcartel.com/ | meta generator=Big Cartel
Shopware | ecommerce | header sw-context-token ; header shopware- ; address /bundles/storefront/ ; cookie sw-states | cookie sw-states
Salesforce Commerce Cloud | ecommerce | address /on/demandware.static/ ; cookie dwsid ; cookie dwanonymous_ | cookie dwsid
React | javascript framework | address /react-dom@{v} ; address /react@{v} ; address /react-dom.production ; address /react.production ; address /react/{v} | script https://unpkg.com/react@18.2.0/umd/react.production.min.js
Next.js | javascript framework | header x-powered-by=Next.js ; address /_next/static/ ; header x-nextjs-cache | script https://www.example.co.uk/_next/static/chunks/main.js
Gatsby | javascript framework | meta generator=Gatsby {v} | meta generator=Gatsby 5.13.1
Nuxt | javascript framework | address /_nuxt/ ; header x-powered-by=Nuxt | script https://www.example.co.uk/_nuxt/entry.js
Vue.js | javascript framework | address /vue@{v} ; address /vue.min.js ; address /vue.global ; address /vue/{v} | script https://cdn.jsdelivr.net/npm/vue@3.4.1/dist/vue.global.js
AngularJS | javascript framework | address /angularjs/{v} ; address /angular.min.js ; address /angular.js/{v} | script https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js
SvelteKit | javascript framework | address /_app/immutable/ | link https://www.example.co.uk/_app/immutable/entry/start.js
Astro | javascript framework | meta generator=Astro v{v} ; address /_astro/ | meta generator=Astro v4.0.8
Hugo | static site generator | meta generator=Hugo {v} | meta generator=Hugo 0.121.1
Jekyll | static site generator | meta generator=Jekyll v{v} | meta generator=Jekyll v4.3.2
Eleventy | static site generator | meta generator=Eleventy v{v} | meta generator=Eleventy v2.0.1
Hexo | static site generator | meta generator=Hexo {v} | meta generator=Hexo 6.3.0
Docusaurus | static site generator | meta generator=Docusaurus v{v} | meta generator=Docusaurus v3.0.1
jQuery | javascript library | script /jquery-{v} ; script /jquery/{v} ; script /jquery.min.js ; script /jquery.js ; script /jquery@{v} | script https://code.jquery.com/jquery-3.7.1.min.js
jQuery Migrate | javascript library | script /jquery-migrate | script https://www.example.co.uk/wp-includes/js/jquery/jquery-migrate.min.js?ver=3.4.1
jQuery UI | javascript library | script /jquery-ui ; script /jqueryui/{v} ; script /jquery/ui/ | script https://ajax.googleapis.com/ajax/libs/jqueryui/1.13.2/jquery-ui.min.js
Alpine.js | javascript library | script /alpinejs@{v} ; script /alpine.min.js | script https://cdn.jsdelivr.net/npm/alpinejs@3.13.3/dist/cdn.min.js
htmx | javascript library | script /htmx.org@{v} ; script /htmx.min.js | script https://unpkg.com/htmx.org@1.9.10
GSAP | javascript library | script /gsap/{v} ; script /gsap@{v} ; script /gsap.min.js ; script /tweenmax | script https://cdnjs.cloudflare.com/ajax/libs/gsap/3.12.4/gsap.min.js
Swiper | javascript library | address /swiper@{v} ; address /swiper/{v} ; address /swiper-bundle ; address /swiper.min | link https://cdn.jsdelivr.net/npm/swiper@11/swiper-bundle.min.css
Slick | javascript library | address /slick-carousel/ ; address /slick.min.js ; address /slick-carousel@{v} | script https://cdn.jsdelivr.net/npm/slick-carousel@1.8.1/slick/slick.min.js
Owl Carousel | javascript library | address /owl.carousel ; address /owlcarousel | script https://www.example.co.uk/js/owl.carousel.min.js
Lodash | javascript library | script /lodash@{v} ; script /lodash.js/{v} ; script /lodash.min.js | script https://cdn.jsdelivr.net/npm/lodash@4.17.21/lodash.min.js
Moment.js | javascript library | script /moment.js/{v} ; script /moment.min.js ; script /moment@{v} | script https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.4/moment.min.js
Modernizr | javascript library | script /modernizr | script https://www.example.co.uk/js/modernizr-2.8.3.min.js
Lottie | javascript library | script /lottie-player ; script /lottie.min.js ; script /bodymovin/ | script https://unpkg.com/@lottiefiles/lottie-player@latest/dist/lottie-player.js
AOS | javascript library | address /aos@{v} ; address /aos.js ; address /aos.css | link https://unpkg.com/aos@2.3.1/dist/aos.css
Leaflet | maps | address /leaflet@{v} ; address /leaflet.js ; address /leaflet/{v} | script https://unpkg.com/leaflet@1.9.4/dist/leaflet.js
Bootstrap | css framework | address /bootstrap@{v} ; address /bootstrap/{v} ; address /bootstrap.min.css ; address /bootstrap.min.js ; address /bootstrap.bundle ; address /twitter-bootstrap/{v} | link https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css
Foundation | css framework | address /foundation.min.css ; address /foundation-sites | link https://cdn.jsdelivr.net/npm/foundation-sites@6.8.1/dist/css/foundation.min.css
Tailwind CSS | css framework | script cdn.tailwindcss.com ; address /tailwind.min.css ; address /tailwindcss@{v} | script https://cdn.tailwindcss.com/
Bulma | css framework | link /bulma@{v} ; link /bulma.min.css ; link /bulma/{v} | link https://cdn.jsdelivr.net/npm/bulma@0.9.4/css/bulma.min.css
UIkit | css framework | address /uikit@{v} ; address /uikit.min | link https://cdn.jsdelivr.net/npm/uikit@3.17.11/dist/css/uikit.min.css
Font Awesome | fonts | address kit.fontawesome.com/ ; address use.fontawesome.com/ ; address /font-awesome/{v} ; address /font-awesome.min.css ; address /fontawesome | script https://kit.fontawesome.com/abc123.js
Google Fonts | fonts | link fonts.googleapis.com ; link fonts.gstatic.com | link https://fonts.googleapis.com/css2?family=Inter
Adobe Fonts | fonts | address use.typekit.net/ ; address use.typekit.com/ | link https://use.typekit.net/abc1def.css
Bunny Fonts | fonts | link fonts.bunny.net | link https://fonts.bunny.net/css?family=inter
Monotype Fonts | fonts | address fast.fonts.net/ | script https://fast.fonts.net/jsapi/abc.js
`;
