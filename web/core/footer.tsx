import { use } from "react";
import { createPortal } from "react-dom";
import { FooterPlace } from "./footer-place.ts";
import { Link, paths } from "./link.tsx";
import { LogoMark } from "./logo.tsx";

const places = [
  { label: "Home", to: paths.home },
  { label: "Create Squad", to: paths.createSquad },
  { label: "Find Squad", to: paths.findSquad },
  { label: "Privacy Policy", to: paths.privacyPolicy },
  { label: "Terms of Service", to: paths.termsOfService },
] as const;

/** The footer of the landing page, the policies and the dashboard. It stands behind `main`, wherever a page renders it. */
export function Footer() {
  const place = use(FooterPlace);
  return place && createPortal(<Foot />, place);
}

const Foot = () => (
  <footer className="edge-t bg-card">
    <div className="mx-auto grid max-w-7xl gap-5 px-4 py-8 text-sm sm:px-8">
      <nav aria-label="Foot of the page">
        <ul className="foot-links flex flex-wrap gap-x-6">
          {places.map(({ label, to }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>
            <a href={`mailto:hello@${location.hostname}`}>Contact Us</a>
          </li>
        </ul>
      </nav>
      <p className="flex items-center gap-2.5 text-soft">
        <LogoMark size={22} />© 2024 Swellmates. Made for people who travel with friends.
      </p>
    </div>
  </footer>
);
