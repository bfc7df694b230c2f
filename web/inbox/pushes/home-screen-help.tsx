import { Share, SquarePlus } from "lucide-react";

const icon = "inline align-[-0.2em]";

/** How to put the app on the Home Screen of an iPhone or iPad, which has pushes only there. The signs are those of Safari. */
export const HomeScreenHelp = () => (
  <p className="text-sm text-soft">
    Your iPhone or iPad tells you only from an app on its Home Screen. In Safari tap <b className="text-main">Share</b>{" "}
    <Share aria-hidden="true" size={18} className={icon} />, then <b className="text-main">Add to Home Screen</b>{" "}
    <SquarePlus aria-hidden="true" size={18} className={icon} />. Open Swellmates from there and turn it on in the
    settings of your inbox.
  </p>
);
