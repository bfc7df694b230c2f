/** Both policies in one chunk: the first view holds the name of every chunk. */
export { PrivacyPolicyPage } from "./privacy-policy-page.tsx";
export { TermsOfServicePage } from "./terms-of-service-page.tsx";
